import type { SharedModule } from '../../mappings/module.ts';

export const series = {
  name: 'series',
  search: {
    fields: [
      {
        kind: 'exact',
        name: 'series',
        aliases: ['editions'],
        description: 'in the threads of this series, by the name in its address',
        examples: [
          ['series:dpt', 'in the editions of the general with this name, on any board'],
          ['series:g/dpt', 'in its editions on this board'],
        ],
        index: null,
        has: null,
        form: { section: 'thread', placeholder: 'dpt' },
      },
    ],
  },
} as const satisfies SharedModule;
