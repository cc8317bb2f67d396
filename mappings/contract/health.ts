import { Type, type Static } from 'typebox';
import { PartialReason } from './partial.ts';
import { SERVED_BY_SOURCES } from '../source-answers.ts';
import { nullable } from './nullable.ts';
import { StoreState } from './store-state.ts';

export const WriteBlock = Type.Object(
  {
    reason: Type.Enum(['disk_full', 'write_block'], {
      type: 'string',
      description:
        '`disk_full`: the disk of Elasticsearch is full. `write_block`: a setting of Elasticsearch forbids writes. Posts wait in ' +
        'PostgreSQL and are indexed afterwards.',
    }),
    boards: Type.Array(Type.String(), { description: 'The boards whose posts are not indexed now; empty if all are.' }),
    detail: Type.String({ description: 'What the operator can do.' }),
  },
  { $id: 'WriteBlock' },
);

export const FailingSource = Type.Object(
  {
    board: Type.String(),
    serves: Type.Enum([...SERVED_BY_SOURCES], {
      type: 'string',
      description: '`lists`: new posts are not archived. `files`: their files are not.',
    }),
    since: Type.String({ format: 'date-time' }),
  },
  { $id: 'FailingSource' },
);
export type FailingSource = Static<typeof FailingSource>;

export const Health = Type.Object(
  {
    status: Type.Enum(['ok', 'degraded'], { type: 'string' }),
    degraded: Type.Array(Type.String(), {
      description: 'Functions that do not work now, or not for every board: `search`, `archive` or `indexing`.',
    }),
    partial_reasons: Type.Array(PartialReason, {
      description: 'The boards of which searches lack posts now, and why; `degraded` then names `search`.',
    }),
    write_blocks: Type.Array(WriteBlock, {
      description: 'Why Elasticsearch refuses new posts now; `degraded` then names `indexing`.',
    }),
    stores: Type.Array(StoreState, { description: 'The three stores, as this server sees them.' }),
    failing_sources: nullable(
      Type.Array(FailingSource, {
        description:
          'The sources of boards, and the hosts of their files, that do not answer scrapers. They do not change `status`, because no ' +
          'server can help it. null while PostgreSQL is away.',
      }),
    ),
  },
  { $id: 'Health' },
);
export type Health = Static<typeof Health>;
