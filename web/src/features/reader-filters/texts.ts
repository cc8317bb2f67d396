import filters from '../../../../mappings/locales/en/reader-filters.json';
import type { Placeholders } from '../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../lib/messages.ts';

export const { t, tRich } = textsOf<typeof filters, Placeholders>(filters);
