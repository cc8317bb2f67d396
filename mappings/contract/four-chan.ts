/** The 4chan API as its clients read it. A flag is 1, and is left out where it is not set, as is every field of which nothing is known. */
import { Type } from 'typebox';

const flag = (description?: string) => Type.Optional(Type.Literal(1, description === undefined ? {} : { description }));
const text = (description?: string) => Type.Optional(Type.String(description === undefined ? {} : { description }));
const count = (description?: string) => Type.Optional(Type.Integer(description === undefined ? {} : { description }));

/** What the source said beside these comes back under its own names, so others may be there. */
export const FourChanPost = Type.Object(
  {
    no: Type.Integer(),
    resto: Type.Integer({ description: "The thread's number; 0 for its opening post." }),
    now: Type.String({ description: 'In New York.' }),
    time: Type.Integer({ description: 'Seconds since 1970.' }),
    sticky: flag(),
    closed: flag(),
    archived: flag(),
    archived_on: count(),
    replies: count('Of opening posts, like `images`.'),
    images: count(),
    unique_ips: count(),
    omitted_posts: count('In lists, like `omitted_images`.'),
    omitted_images: count(),
    last_modified: count('In catalogs.'),
    name: text('HTML, as are `email`, `sub` and `com`.'),
    trip: text(),
    id: text(),
    capcode: text(),
    country: text(),
    email: text(),
    sub: text(),
    com: text(),
    tim: count(),
    filename: text(),
    ext: text('With its dot.'),
    md5: text('In base64.'),
    fsize: count(),
    w: count(),
    h: count(),
    tn_w: count(),
    tn_h: count(),
    spoiler: flag(),
    filedeleted: flag(),
  },
  { $id: 'FourChanPost' },
);

export const FourChanThread = Type.Object({ posts: Type.Array(FourChanPost) }, { $id: 'FourChanThread' });

export const FourChanPage = Type.Object({ threads: Type.Array(FourChanThread) }, { $id: 'FourChanPage' });

export const FourChanCatalog = Type.Array(Type.Object({ page: Type.Integer(), threads: Type.Array(FourChanPost) }), {
  $id: 'FourChanCatalog',
  description: 'Opening posts by pages, with `last_replies` where there are any.',
});

export const FourChanThreads = Type.Array(
  Type.Object({
    page: Type.Integer(),
    threads: Type.Array(Type.Object({ no: Type.Integer(), last_modified: Type.Integer(), replies: Type.Integer() })),
  }),
  { $id: 'FourChanThreads' },
);

export const FourChanArchive = Type.Array(Type.Integer(), {
  $id: 'FourChanArchive',
  description: "Threads that have left the board's pages.",
});

export const FourChanBoards = Type.Object(
  {
    boards: Type.Array(
      Type.Object({
        board: Type.String(),
        title: Type.String(),
        ws_board: Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1] }),
        per_page: Type.Integer(),
        pages: Type.Integer(),
        is_archived: Type.Literal(1),
      }),
    ),
  },
  { $id: 'FourChanBoards' },
);
