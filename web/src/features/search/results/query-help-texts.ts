import queryHelp from '../../../../../mappings/locales/en/query-help.json';
import type { Placeholders } from '../../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../../lib/messages.ts';

export const { t, tRich } = textsOf<typeof queryHelp, Placeholders>(queryHelp);
