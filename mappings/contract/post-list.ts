import { Type, type Static } from 'typebox';
import { ORIGIN } from './origin.ts';
import { Post } from './post.ts';
import { CURSOR, PLACES } from './thread-list.ts';

export const MAX_LISTED_POSTS = 200;

/** Names of both orders, for the schema and its refusal. */
export const POST_ORDERS = ['modified', 'created'] as const;

const PostOrder = {
  type: 'string',
  description: '`modified`: by the last change, which is the order of `rev`. `created`: by num. Newest first.',
} as const;

export const PostListQuery = Type.Object({
  order: Type.Enum([...POST_ORDERS], PostOrder),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LISTED_POSTS, default: 50 })),
  cursor: CURSOR,
});

export const PostList = Type.Object(
  {
    board: Type.String(),
    posts: Type.Array(Post),
    order: Type.Enum([...POST_ORDERS], PostOrder),
    ...PLACES,
    ...ORIGIN,
  },
  { $id: 'PostList' },
);
export type PostList = Static<typeof PostList>;
