import examples from '../../../mappings/locales/en/examples.json';
import type { Placeholders } from '../../../mappings/locales/placeholders.ts';
import { textsOf } from '../lib/messages.ts';

export const { t } = textsOf<typeof examples, Placeholders>(examples);
