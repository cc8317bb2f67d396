import { Type, type Static } from 'typebox';
import { Token } from './token.ts';

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);

export const File = Type.Object(
  {
    name: Nullable(Type.String({ description: "The uploader's name of the file, without extension." })),
    type: Nullable(Type.String({ description: 'Extension, lower case, without the dot.' })),
    size: Nullable(Type.Integer({ description: 'Bytes.' })),
    width: Nullable(Type.Integer()),
    height: Nullable(Type.Integer()),
    thumb_width: Nullable(Type.Integer()),
    thumb_height: Nullable(Type.Integer()),
    md5: Nullable(Type.String({ description: 'Base64, as the 4chan API gives it.' })),
    time: Nullable(Type.Integer({ description: 'What the source names the file by, usually milliseconds.' })),
    spoiler: Type.Boolean(),
    url: Nullable(
      Type.String({ description: 'Where the file can be had: here, or at the source while it is not archived.' }),
    ),
    thumb_url: Nullable(Type.String()),
  },
  { $id: 'File' },
);
export type File = Static<typeof File>;

export const Post = Type.Object(
  {
    board: Type.String(),
    num: Type.Integer(),
    subnum: Type.Integer({ description: 'Above 0 for a ghost post.' }),
    thread: Type.Integer({ description: 'num of the opening post.' }),
    opener: Type.Boolean(),
    time_posted: Type.String({ format: 'date-time' }),
    time_modified: Type.String({ format: 'date-time' }),
    time_deleted_post: Nullable(Type.String({ format: 'date-time' })),
    time_deleted_file: Nullable(Type.String({ format: 'date-time' })),
    time_archived: Nullable(Type.String({ format: 'date-time' })),
    time_bumped: Nullable(Type.String({ format: 'date-time' })),
    name: Nullable(Type.String()),
    tripcode: Nullable(Type.String()),
    capcode: Nullable(Type.String()),
    posterid: Nullable(Type.String()),
    country: Nullable(Type.String()),
    email: Nullable(Type.String()),
    subject: Nullable(Type.String()),
    comment: Type.String({
      description: 'Plain text of the comment; highlight offsets count in it, in UTF-16 code units.',
    }),
    tokens: Type.Array(Token, { description: 'The comment, ready to be drawn. No HTML.' }),
    file: Nullable(File),
    spoiler: Type.Boolean(),
    sticky: Type.Boolean(),
    closed: Type.Boolean(),
    posters: Nullable(Type.Integer()),
    replies: Nullable(Type.Integer()),
    images: Nullable(Type.Integer()),
    since4pass: Nullable(Type.Integer({ description: 'Year.' })),
    rev: Type.Integer(),
  },
  { $id: 'Post' },
);
export type Post = Static<typeof Post>;

export const PostPath = Type.Object({
  board: Type.String({ minLength: 1, maxLength: 64 }),
  num: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
});
export const PostQuery = Type.Object({
  subnum: Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 0, description: 'Above 0 for a ghost post.' }),
});
