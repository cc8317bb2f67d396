/** The 4chan API as its clients read it. Flags are 1 or absent; fields without a known value are absent. */
import { Type } from 'typebox';

const flag = (description?: string) => Type.Optional(Type.Literal(1, description === undefined ? {} : { description }));
const text = (description?: string) => Type.Optional(Type.String(description === undefined ? {} : { description }));
const count = (description?: string) => Type.Optional(Type.Integer(description === undefined ? {} : { description }));

/** Fields of the source without a column of their own follow under their original names. */
export const FourChanPost = Type.Object(
  {
    no: Type.Integer(),
    resto: Type.Integer({ description: 'num of the opening post; 0 for an opening post.' }),
    now: Type.String({ description: 'Local time in New York.' }),
    time: Type.Integer({ description: 'Seconds since 1970.' }),
    sticky: flag(),
    closed: flag(),
    archived: flag(),
    archived_on: count(),
    replies: count('Only of opening posts, like `images`.'),
    images: count(),
    unique_ips: count(),
    omitted_posts: count('Only in lists, like `omitted_images`.'),
    omitted_images: count(),
    last_modified: count('Only in catalogs, in seconds since 1970.'),
    name: text('HTML, like `email`, `sub` and `com`.'),
    trip: text(),
    id: text(),
    capcode: text(),
    country: text(),
    email: text(),
    sub: text(),
    com: text(),
    comment_truncated: flag('Not of 4chan: `com` is the beginning of a longer comment.'),
    tim: count(),
    filename: text(),
    ext: text('With the dot.'),
    md5: text('MD5 in base64.'),
    fsize: count(),
    w: count(),
    h: count(),
    tn_w: count(),
    tn_h: count(),
    spoiler: flag(),
    filedeleted: flag('Also of a file that the archive does not have and will not get, without a thumbnail.'),
    sha256: text('Hexadecimal; of the archived file. Not of 4chan, like the next three.'),
    sha256t: text('Hexadecimal; of the archived thumbnail.'),
    replay_sha256: text('Hexadecimal; of the replay of a drawing.'),
    media_status: text(
      'Of a file that is not archived: pending (it will be fetched), deleted (by 4chan), gone, refused, banned or never_fetched.',
    ),
  },
  { $id: 'FourChanPost' },
);

export const FourChanThread = Type.Object({ posts: Type.Array(FourChanPost) }, { $id: 'FourChanThread' });

export const FourChanTail = Type.Object(
  {
    posts: Type.Array(Type.Object({ no: Type.Integer() }, { additionalProperties: true }), {
      description:
        'First a part of the opening post: `no`, `sticky`, `closed`, `archived`, `archived_on`, `bumplimit`, `imagelimit`, `replies`, ' +
        '`images`, `unique_ips`, `custom_spoiler`, `tail_size` (the number of posts that follow) and `tail_id` (`no` of the post ' +
        'before them). Then the last 50 posts, as in FourChanPost.',
    }),
  },
  { $id: 'FourChanTail' },
);

export const FourChanPage = Type.Object({ threads: Type.Array(FourChanThread) }, { $id: 'FourChanPage' });

export const FourChanCatalog = Type.Array(Type.Object({ page: Type.Integer(), threads: Type.Array(FourChanPost) }), {
  $id: 'FourChanCatalog',
  description: 'Opening posts by page, with `last_replies` if there are replies.',
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
  description: "nums of threads that are no longer on the board's pages.",
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
