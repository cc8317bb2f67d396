import apiDocs from '../../../../mappings/locales/en/api-docs.json';
import type { Placeholders } from '../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../lib/messages.ts';

export const { t, tRich } = textsOf<typeof apiDocs, Placeholders>(apiDocs);
