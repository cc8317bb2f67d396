import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';
import { ORIGIN } from './origin.ts';
import { PARTIAL } from './partial.ts';

/** The most posts of one answer. */
export const MAX_BACKLINKS = 200;

export const Backlink = Type.Object(
  {
    board: Type.String(),
    thread: Type.Integer(),
    num: Type.Integer(),
    subnum: Type.Integer(),
    thread_subject: nullable(Type.String({ description: 'Subject of the opening post.' })),
    quotes: Type.Array(Type.Integer(), { description: 'The quoted posts of the requested thread, by num.' }),
  },
  { $id: 'Backlink', description: 'A post that quotes posts of the thread.' },
);
export type Backlink = Static<typeof Backlink>;

export const Backlinks = Type.Object(
  {
    board: Type.String(),
    thread: Type.Integer(),
    backlinks: Type.Array(Backlink, {
      description: `Visible posts of other threads, on any board, newest first: at most ${MAX_BACKLINKS}.`,
    }),
    has_more: Type.Boolean({ description: 'Older posts quote the thread as well. `quotes:BOARD/NUM` finds them.' }),
    ...PARTIAL,
    ...ORIGIN,
  },
  { $id: 'Backlinks' },
);
export type Backlinks = Static<typeof Backlinks>;
