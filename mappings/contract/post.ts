import { Type, type Static } from 'typebox';
import { FILE_STATUSES, type FileStatus } from '../media.ts';
import type { CommentToken } from '../comment/tokens.ts';
import { nullable } from './nullable.ts';
import { ORIGIN } from './origin.ts';
import { sentObject, type Sent } from './sent.ts';

/** A discriminated union by `kind`, typed in mappings/comment/tokens.ts. */
const Token = Type.Unsafe<CommentToken>({
  type: 'object',
  required: ['kind'],
  additionalProperties: true,
  properties: { kind: { type: 'string' } },
  description: 'A piece of a comment. `kind` tells which other fields it has.',
});

export const File = Type.Object({
  name: nullable(Type.String({ description: "The uploader's file name without extension." })),
  type: nullable(Type.String({ description: 'Extension in lower case, without the dot.' })),
  size: nullable(Type.Integer({ description: 'Bytes.' })),
  width: nullable(Type.Integer()),
  height: nullable(Type.Integer()),
  thumb_width: nullable(
    Type.Integer({
      description:
        "Width in pixels of the thumbnail: of the archive's own, if it was measured when it was drawn, else as the source states it.",
    }),
  ),
  thumb_height: nullable(Type.Integer()),
  md5: nullable(Type.String({ description: 'In base64, as in the 4chan API.' })),
  sha256: nullable(
    Type.String({
      description:
        'Hexadecimal; null unless the file is archived, when `/media/{aa}/{bb}/{sha256}.{type}` is its address, or a contributed dump has described it.',
    }),
  ),
  sha256t: nullable(
    Type.String({
      description:
        'Of the thumbnail that is stored, the one of the source or else the one of the archive; null without one. ' +
        '`/media/{aa}/{bb}/{sha256t}.jpg` is its address.',
    }),
  ),
  status: Type.Unsafe<FileStatus>({
    type: 'string',
    enum: [...FILE_STATUSES],
    description:
      '`pending`: it will be fetched. `gone`: the source no longer has it. `refused`: the source sent another file. ' +
      '`never_fetched`: it was not to be fetched. `unknown`: PostgreSQL is unavailable.',
  }),
  time: nullable(Type.Integer({ description: 'The name of the file at the source, usually milliseconds since 1970.' })),
  spoiler: Type.Boolean(),
  url: nullable(
    Type.String({
      description:
        'Path of the file on this site. While it is not archived: null, or its address at the source if the operator allows it.',
    }),
  ),
  thumb_url: nullable(Type.String()),
  replay_url: nullable(Type.String({ description: 'Path of the replay of a drawing (.tgkr) on this site.' })),
});
export type File = Static<typeof File>;

const FILE_ALWAYS = ['status'] as const;
/** A file as answers send it. */
export const SentFile = sentObject(File.properties, FILE_ALWAYS);
export type SentFile = Sent<File, (typeof FILE_ALWAYS)[number]>;

export const ExtraFile = Type.Object(
  {
    ...File.properties,
    place: Type.Integer({ description: '1 for the second file of the post.' }),
    time_deleted: nullable(
      Type.String({ format: 'date-time', description: 'When the source was first seen without the file.' }),
    ),
  },
  { $id: 'ExtraFile' },
);
export type ExtraFile = Static<typeof ExtraFile>;

const EXTRA_FILE_ALWAYS = [...FILE_ALWAYS, 'place'] as const;
export const SentExtraFile = sentObject(ExtraFile.properties, EXTRA_FILE_ALWAYS);
export type SentExtraFile = Sent<ExtraFile, (typeof EXTRA_FILE_ALWAYS)[number]>;

export const Post = Type.Object(
  {
    board: Type.String(),
    num: Type.Integer(),
    subnum: Type.Integer({ description: 'Above 0 for a ghost post.' }),
    thread: Type.Integer({ description: 'num of the opening post.' }),
    opener: Type.Boolean(),
    time_posted: Type.String({ format: 'date-time' }),
    time_modified: Type.String({ format: 'date-time' }),
    time_deleted_post: nullable(Type.String({ format: 'date-time' })),
    time_deleted_file: nullable(Type.String({ format: 'date-time' })),
    time_archived: nullable(Type.String({ format: 'date-time' })),
    time_bumped: nullable(Type.String({ format: 'date-time' })),
    name: nullable(Type.String()),
    tripcode: nullable(Type.String()),
    capcode: nullable(Type.String()),
    posterid: nullable(Type.String()),
    country: nullable(Type.String()),
    email: nullable(Type.String()),
    subject: nullable(Type.String()),
    comment: Type.String({
      description: 'Plain text of the comment. Offsets of highlights refer to it, in UTF-16 code units.',
    }),
    comment_truncated: Type.Optional(
      Type.Literal(true, {
        description:
          '`comment` and `tokens` are the beginning of a longer comment, of which `/boards/{board}/posts/{num}/comment` sends all. ' +
          'An answer shows at most 20,000 characters of a comment, and less if many of its comments are long. Absent for whole comments.',
      }),
    ),
    tokens: Type.Array(Token, { description: 'The comment as tokens for display, without HTML.' }),
    file: nullable(File),
    extra_files: Type.Optional(
      Type.Array(ExtraFile, {
        description: 'The files after the first, of sites whose posts may have several. Absent without them.',
      }),
    ),
    spoiler: Type.Boolean(),
    sticky: Type.Boolean(),
    closed: Type.Boolean(),
    posters: nullable(Type.Integer()),
    replies: nullable(Type.Integer({ description: 'Of an opening post: the visible posts below it, at most 65,535.' })),
    images: nullable(
      Type.Integer({ description: 'Of an opening post: visible posts of the thread with a file, this one included.' }),
    ),
    since4pass: nullable(Type.Integer({ description: 'Year in which the poster bought a 4chan Pass.' })),
    extra: nullable(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'Fields of the source that have no field here, under its names, such as the `replies` that it states.',
      }),
    ),
    doc_id: nullable(
      Type.Integer({
        description:
          'Order in which the archive stored posts, as in the FoolFuuka API. null if PostgreSQL is unavailable.',
      }),
    ),
    rev: Type.Integer(),
  },
  { $id: 'Post' },
);
export type Post = Static<typeof Post>;

/** Answer to a request for one post. */
export const PostAnswer = Type.Object({ ...Post.properties, ...ORIGIN }, { $id: 'PostAnswer' });
export type PostAnswer = Static<typeof PostAnswer>;

/** The posts with one number on all boards. */
export const PostsOfNumber = Type.Object(
  {
    num: Type.Integer(),
    posts: Type.Array(Post, { description: 'At most one of each board, in the order of their names.' }),
    ...ORIGIN,
  },
  { $id: 'PostsOfNumber' },
);
export type PostsOfNumber = Static<typeof PostsOfNumber>;

export const NumberPath = Type.Object({
  num: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
});

export const PostPath = Type.Object({
  board: Type.String({ minLength: 1, maxLength: 64 }),
  num: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
});
export const PostQuery = Type.Object({
  subnum: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 0, description: 'Above 0 for a ghost post.' }),
  ),
});
