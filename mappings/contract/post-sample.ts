/** A short form of a stored post, which staff see before an action on many posts. */
import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';

export const PostSample = Type.Object(
  {
    board: Type.String(),
    num: Type.Integer(),
    subnum: Type.Integer(),
    thread: Type.Integer(),
    posted_at: Type.String({ format: 'date-time' }),
    name: nullable(Type.String()),
    subject: nullable(Type.String()),
    excerpt: Type.String({ description: 'The beginning of the comment as plain text.' }),
  },
  { $id: 'PostSample' },
);
export type PostSample = Static<typeof PostSample>;
