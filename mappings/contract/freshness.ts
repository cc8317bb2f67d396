import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';

export const Freshness = Type.Object(
  {
    board: Type.String(),
    thread: Type.Integer(),
    checked_at: nullable(
      Type.String({
        format: 'date-time',
        description:
          'When the source was last polled for this thread. null if it is no longer polled or not in the archive: archived, deleted, gone from the board, or not harvested.',
      }),
    ),
    age_seconds: nullable(
      Type.Integer({ minimum: 0, description: 'Seconds since `checked_at`, by the clock of the server.' }),
    ),
  },
  { $id: 'Freshness' },
);
export type Freshness = Static<typeof Freshness>;
