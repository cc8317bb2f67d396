import { Type, type Static } from 'typebox';
import { ORIGIN } from './origin.ts';
import { Post } from './post.ts';

export const Thread = Type.Object(
  {
    board: Type.String(),
    num: Type.Integer(),
    posts: Type.Array(Post, { description: 'All visible posts, by num and subnum.' }),
    rev: Type.Integer({ description: 'Highest rev in the thread.' }),
    ...ORIGIN,
  },
  { $id: 'Thread' },
);
export type Thread = Static<typeof Thread>;
