import { textsOf } from '../../../web/src/lib/messages.ts';
import pictures from './texts/en/pictures.json';
import type { Placeholders } from './texts/placeholders.ts';

export const { t } = textsOf<typeof pictures, Placeholders>(pictures);
