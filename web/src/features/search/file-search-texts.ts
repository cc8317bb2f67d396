import fileSearch from '../../../../mappings/locales/en/file-search.json';
import type { Placeholders } from '../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../lib/messages.ts';

export const { t, tRich } = textsOf<typeof fileSearch, Placeholders>(fileSearch);
