import postsOfNumber from '../../../../../mappings/locales/en/posts-of-number.json';
import type { Placeholders } from '../../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../../lib/messages.ts';

export const { t } = textsOf<typeof postsOfNumber, Placeholders>(postsOfNumber);
