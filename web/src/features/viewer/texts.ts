import viewer from '../../../../mappings/locales/en/viewer.json';
import type { Placeholders } from '../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../lib/messages.ts';

export const { t, tRich } = textsOf<typeof viewer, Placeholders>(viewer);
