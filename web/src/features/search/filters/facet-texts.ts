import facets from '../../../../../mappings/locales/en/facets.json';
import type { Placeholders } from '../../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../../lib/messages.ts';

export const { t, tRich } = textsOf<typeof facets, Placeholders>(facets);
