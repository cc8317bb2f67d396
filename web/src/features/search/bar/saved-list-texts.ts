import savedSearches from '../../../../../mappings/locales/en/saved-searches.json';
import type { Placeholders } from '../../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../../lib/messages.ts';

export const { t } = textsOf<typeof savedSearches, Placeholders>(savedSearches);
