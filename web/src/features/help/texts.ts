import fields from '../../../../mappings/locales/en/form.json';
import examples from '../../../../mappings/locales/en/examples.json';
import help from '../../../../mappings/locales/en/help.json';
import shortcuts from '../../../../mappings/locales/en/shortcuts.json';
import type { Placeholders } from '../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../lib/messages.ts';

const texts = { ...examples, ...fields, ...help, ...shortcuts };

export const { t } = textsOf<typeof texts, Placeholders>(texts);
