import exports from '../../../../mappings/locales/en/exports.json';
import type { Placeholders } from '../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../lib/messages.ts';

export const { t, tRich } = textsOf<typeof exports, Placeholders>(exports);
