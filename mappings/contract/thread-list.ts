import { Type, type Static } from 'typebox';
import { NUMBERED_PAGES } from '../list-pages.ts';
import { nullable } from './nullable.ts';
import { ORIGIN } from './origin.ts';
import { Post } from './post.ts';

export const MAX_LISTED_THREADS = 200;
export const MAX_LISTED_FILES = 200;
/** Names of both orders, for the schema and its refusal. */
export const THREAD_ORDERS = ['modified', 'created'] as const;

const ThreadOrder = {
  type: 'string',
  description: '`modified`: by newest reply. `created`: by opening post. Newest first.',
} as const;

export const CURSOR = Type.Optional(
  Type.String({ maxLength: 1024, description: '`next` or `previous` of an answer.' }),
);

export const ThreadListQuery = Type.Object({
  order: Type.Enum([...THREAD_ORDERS], ThreadOrder),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LISTED_THREADS, default: 15 })),
  replies: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 10, default: 0, description: 'Number of newest replies of each thread.' }),
  ),
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: NUMBERED_PAGES,
      description: 'Counted from 1. Cursors lead to later pages. Cannot be combined with cursor.',
    }),
  ),
  cursor: CURSOR,
});

/** A thread in a list. */
export const ThreadSummary = Type.Object(
  {
    num: Type.Integer(),
    opener: Post,
    replies: Type.Array(Post, { description: 'The requested number of newest replies, oldest first.' }),
    posts: Type.Integer({ description: 'Visible posts, including the opening post.' }),
    images: Type.Integer({ description: 'Visible posts with a file.' }),
    omitted_posts: Type.Integer({ description: 'Visible posts that are not in this answer.' }),
    omitted_images: Type.Integer(),
  },
  { $id: 'ThreadSummary' },
);
export type ThreadSummary = Static<typeof ThreadSummary>;

export const PLACES = {
  next: nullable(Type.String({ description: 'Cursor of the next page; null on the last page.' })),
  previous: nullable(Type.String({ description: 'Cursor of the previous page; null on the first page.' })),
};

export const ThreadList = Type.Object(
  {
    board: Type.String(),
    threads: Type.Array(ThreadSummary),
    total: Type.Integer({ description: 'Threads of the board, at most a minute old.' }),
    order: Type.Enum([...THREAD_ORDERS], ThreadOrder),
    ...PLACES,
    ...ORIGIN,
  },
  { $id: 'ThreadList' },
);
export type ThreadList = Static<typeof ThreadList>;

export const FileListQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LISTED_FILES, default: 50 })),
  cursor: CURSOR,
});

export const FileList = Type.Object(
  {
    board: Type.String(),
    posts: Type.Array(Post, { description: 'Posts with a file, newest first.' }),
    order: Type.Enum(['created'], { type: 'string' }),
    ...PLACES,
    ...ORIGIN,
  },
  { $id: 'FileList' },
);
export type FileList = Static<typeof FileList>;

export const BoardPath = Type.Object({ board: Type.String({ minLength: 1, maxLength: 64 }) });
