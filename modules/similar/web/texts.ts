import { textsOf } from '../../../web/src/lib/messages.ts';
import similar from './texts/en/similar.json';
import type { Placeholders } from './texts/placeholders.ts';

export const { t } = textsOf<typeof similar, Placeholders>(similar);
