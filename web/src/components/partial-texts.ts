import partial from '../../../mappings/locales/en/partial.json';
import type { Placeholders } from '../../../mappings/locales/placeholders.ts';
import { textsOf } from '../lib/messages.ts';

export const { t } = textsOf<typeof partial, Placeholders>(partial);
