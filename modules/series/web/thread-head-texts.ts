import { textsOf } from '../../../web/src/lib/messages.ts';
import texts from './texts/en/thread-head.json';
import type { Placeholders } from './texts/placeholders.ts';

export const { t } = textsOf<typeof texts, Placeholders>(texts);
