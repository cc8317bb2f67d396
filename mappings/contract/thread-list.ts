import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';
import { ORIGIN } from './origin.ts';
import { Post } from './post.ts';

export const MAX_LISTED_THREADS = 200;
export const MAX_LISTED_FILES = 200;
/** A page further down than that is a walk that cursors make better. */
export const MAX_LIST_PAGE = 100_000;

const ThreadSort = {
  type: 'string',
  description: '`modified`: where somebody wrote last comes first. `created`: the newest thread does.',
} as const;

const CURSOR = Type.Optional(Type.String({ maxLength: 1024, description: '`next` or `previous` of an answer.' }));

export const ThreadListQuery = Type.Object({
  sort: Type.Optional(Type.Enum(['modified', 'created'], { ...ThreadSort, default: 'modified' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LISTED_THREADS, default: 15 })),
  replies: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 10, default: 0, description: "How many of a thread's newest replies." }),
  ),
  page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_LIST_PAGE, description: 'Counted from 1. Not together with cursor.' }),
  ),
  cursor: CURSOR,
});

/** A thread as lists show it. */
export const ThreadSummary = Type.Object(
  {
    num: Type.Integer(),
    opener: Post,
    replies: Type.Array(Post, { description: 'The newest that were asked for, oldest first.' }),
    posts: Type.Integer({ description: 'Posts that are archived, the opener among them.' }),
    images: Type.Integer({ description: 'Those of them with a file.' }),
    omitted_posts: Type.Integer({ description: 'Posts that are not in this answer.' }),
    omitted_images: Type.Integer(),
  },
  { $id: 'ThreadSummary' },
);
export type ThreadSummary = Static<typeof ThreadSummary>;

const PLACES = {
  next: nullable(Type.String({ description: 'Cursor of what comes after; null at the end.' })),
  previous: nullable(Type.String({ description: 'Cursor of what comes before; null at the beginning.' })),
};

export const ThreadList = Type.Object(
  {
    board: Type.String(),
    threads: Type.Array(ThreadSummary),
    total: Type.Integer({ description: 'Threads of the board, as counted within the last minute.' }),
    sort: Type.Enum(['modified', 'created'], ThreadSort),
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
    sort: Type.Enum(['created'], { type: 'string' }),
    ...PLACES,
    ...ORIGIN,
  },
  { $id: 'FileList' },
);
export type FileList = Static<typeof FileList>;

export const BoardPath = Type.Object({ board: Type.String({ minLength: 1, maxLength: 64 }) });
