import help from '../../../mappings/locales/en/help.json';
import queryHelp from '../../../mappings/locales/en/query-help.json';
import shortcuts from '../../../mappings/locales/en/shortcuts.json';
import type { Placeholders } from '../../../mappings/locales/placeholders.ts';
import { textsOf } from '../lib/messages.ts';

const texts = { ...help, ...queryHelp, ...shortcuts };

export const { t } = textsOf<typeof texts, Placeholders>(texts);
