import type { SharedModule } from '../../mappings/module.ts';

export const similar = {
  name: 'similar',
  search: {
    fields: [
      {
        kind: 'exact',
        name: 'like',
        aliases: [],
        description: 'in the threads that are most similar to this one',
        examples: [
          ['like:g/51971506', 'in the 100 threads that are most similar to this one, by their opening posts'],
          ['like:g/51971506 is:op sort:relevance', 'that open these threads, the most similar one first'],
        ],
        index: null,
        has: null,
        isScored: true,
        form: { section: 'thread', placeholder: 'g/51971506' },
      },
    ],
  },
} as const satisfies SharedModule;
