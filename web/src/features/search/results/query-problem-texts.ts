import problems from '../../../../../mappings/locales/en/search-problems.json';
import type { Placeholders } from '../../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../../lib/messages.ts';

export const { t, tRich } = textsOf<typeof problems, Placeholders>(problems);
