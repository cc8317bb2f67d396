import { Type, type Static } from 'typebox';
import { perBoardFlag } from '../board-flags.ts';
import { nullable } from './nullable.ts';
import { Origin } from './origin.ts';

const POST_URL = 'Address of a post; `{thread}` and `{num}` stand for the numbers of its thread and of itself.';

/** The board's page at its source; null if only the archive itself can reach the source. */
const Source = Type.Object({
  name: Type.String({ description: 'Host of the source.' }),
  url: Type.String({ description: 'The board at its source.' }),
  post_url: nullable(Type.String({ description: `${POST_URL} null if the source has no page for it.` })),
});

const OtherArchive = Type.Object({ name: Type.String(), post_url: Type.String({ description: POST_URL }) });

export const Board = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    worksafe: Type.Boolean(),
    posts: Type.Integer({ description: 'Visible posts in the archive; an estimate for large boards.' }),
    order: Type.Enum(['modified', 'created'], {
      type: 'string',
      description:
        'The order in which pages list the threads unless a reader chooses: by newest reply, or by opening post.',
    }),
    last_post: nullable(Type.String({ format: 'date-time', description: 'When the newest post was posted.' })),
    ...perBoardFlag(({ description }) => Type.Boolean({ description })),
    public_log: Type.Boolean({ description: 'Whether /api/v1/moderation says what moderators did on the board.' }),
    source: nullable(Source),
    other_archives: Type.Array(OtherArchive, {
      description: 'Other archives that may have posts of the board, as the operator lists them.',
    }),
  },
  { $id: 'Board' },
);
export type Board = Static<typeof Board>;

/** A board's own fields, without its other places. */
export type BoardSummary = Omit<Board, 'source' | 'other_archives'>;

export const BoardsQuery = Type.Object(
  {
    board: Type.Optional(
      Type.String({ maxLength: 32, description: 'A board that the answer names even if it is unlisted.' }),
    ),
  },
  { additionalProperties: false },
);

export const BoardList = Type.Object(
  {
    boards: Type.Array(Board),
    contact: nullable(Type.String({ description: 'How readers reach the operator: an e-mail address or a link.' })),
    degraded: Origin.properties.degraded,
  },
  { $id: 'BoardList' },
);
export type BoardList = Static<typeof BoardList>;
