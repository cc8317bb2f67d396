import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';
import { ORIGIN } from './origin.ts';
import { Token } from './token.ts';

export const File = Type.Object(
  {
    name: nullable(Type.String({ description: "The uploader's name of the file, without extension." })),
    type: nullable(Type.String({ description: 'Extension, lower case, without the dot.' })),
    size: nullable(Type.Integer({ description: 'Bytes.' })),
    width: nullable(Type.Integer()),
    height: nullable(Type.Integer()),
    thumb_width: nullable(Type.Integer()),
    thumb_height: nullable(Type.Integer()),
    md5: nullable(Type.String({ description: 'Base64, as the 4chan API gives it.' })),
    sha256: nullable(Type.String({ description: 'Hexadecimal; null while the file is not archived here.' })),
    time: nullable(Type.Integer({ description: 'What the source names the file by, usually milliseconds.' })),
    spoiler: Type.Boolean(),
    url: nullable(
      Type.String({
        description:
          'Where the file can be had: here, from the root of this site on, or at the source while it is not archived.',
      }),
    ),
    thumb_url: nullable(Type.String()),
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
      description: 'Plain text of the comment; highlight offsets count in it, in UTF-16 code units.',
    }),
    tokens: Type.Array(Token, { description: 'The comment, ready to be drawn. No HTML.' }),
    file: nullable(File),
    spoiler: Type.Boolean(),
    sticky: Type.Boolean(),
    closed: Type.Boolean(),
    posters: nullable(Type.Integer()),
    replies: nullable(Type.Integer()),
    images: nullable(Type.Integer()),
    since4pass: nullable(Type.Integer({ description: 'Year.' })),
    rev: Type.Integer(),
  },
  { $id: 'Post' },
);
export type Post = Static<typeof Post>;

/** A post that was asked for by its number. */
export const PostAnswer = Type.Object({ ...Post.properties, ...ORIGIN }, { $id: 'PostAnswer' });
export type PostAnswer = Static<typeof PostAnswer>;

export const PostPath = Type.Object({
  board: Type.String({ minLength: 1, maxLength: 64 }),
  num: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
});
export const PostQuery = Type.Object({
  subnum: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 0, description: 'Above 0 for a ghost post.' }),
  ),
});
