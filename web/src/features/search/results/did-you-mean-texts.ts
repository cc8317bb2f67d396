import suggestions from '../../../../../mappings/locales/en/did-you-mean.json';
import type { Placeholders } from '../../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../../lib/messages.ts';

export const { t } = textsOf<typeof suggestions, Placeholders>(suggestions);
