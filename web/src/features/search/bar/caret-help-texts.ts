import help from '../../../../../mappings/locales/en/help.json';
import caretHelp from '../../../../../mappings/locales/en/caret-help.json';
import type { Placeholders } from '../../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../../lib/messages.ts';

const texts = { ...help, ...caretHelp };

export const { t } = textsOf<typeof texts, Placeholders>(texts);
