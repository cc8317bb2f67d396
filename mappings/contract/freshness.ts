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
          'When the source was last asked whether anything is new in the thread. Null where nobody asks any more or that is not known: archived, deleted, fallen off the board, not harvested, not here.',
      }),
    ),
    age_seconds: nullable(
      Type.Integer({ minimum: 0, description: 'How long ago that was, whatever clock the reader has.' }),
    ),
  },
  { $id: 'Freshness' },
);
export type Freshness = Static<typeof Freshness>;
