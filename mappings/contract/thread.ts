import { Type, type Static } from 'typebox';
import { ORIGIN } from './origin.ts';
import { Post } from './post.ts';

/** Limits of a thread's zip file. */
export const MAX_ZIP_FILES = 1_000;
export const MAX_ZIP_BYTES = 2 ** 30;

export const Thread = Type.Object(
  {
    board: Type.String(),
    num: Type.Integer(),
    posts: Type.Array(Post, {
      description:
        'All visible posts, by num and subnum; of a channel of a cabal the opener and then by `extra.cable.rank`.',
    }),
    rev: Type.Integer({ description: 'Highest rev in the thread.' }),
    ...ORIGIN,
  },
  { $id: 'Thread' },
);
export type Thread = Static<typeof Thread>;
