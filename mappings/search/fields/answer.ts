/** Fields that order and group the answer. */
import type { SearchField } from '../field.ts';
import { listed } from '../listed.ts';
import { SORTS } from '../sorts.ts';

export const ANSWER_FIELDS = [
  {
    kind: 'sort',
    name: 'sort',
    aliases: ['order'],
    description: `begins with ${listed(Object.values(SORTS).map(({ begins }) => begins))}`,
    examples: [['sort:relevance', SORTS.relevance.finds]],
    values: Object.entries(SORTS).map(([sort, { description }]) => [sort, description] as const),
    form: { section: 'answer', control: 'choice' },
  },
  {
    kind: 'group',
    name: 'group',
    aliases: [],
    description: 'shows one post of each thread',
    examples: [['group:thread', 'one post per thread, the first in the order']],
    values: [['thread', 'one post per thread']],
    form: { section: 'answer', control: 'choice' },
  },
] as const satisfies readonly SearchField[];
