import newHits from '../../../../../mappings/locales/en/new-hits.json';
import type { Placeholders } from '../../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../../lib/messages.ts';

export const { t } = textsOf<typeof newHits, Placeholders>(newHits);
