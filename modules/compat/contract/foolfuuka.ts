/**
 * FoolFuuka's API as its clients read it: database numbers and flags are strings, which clients compare with `=== '1'`;
 * counts and times are numbers. JavaScript sorts the keys of an object with numeric keys, whatever the order of insertion.
 */
import { Type, type TSchema } from 'typebox';
import { nullable } from '../../../mappings/contract/nullable.ts';

const nullableText = nullable(Type.String());
const Flag = Type.Unsafe<string>({ type: 'string', enum: ['0', '1'] });
const DatabaseNumber = Type.String({ pattern: '^\\d+$' });
/** Text, or `false` without one. */
const textOrFalse = Type.Unsafe<string | false>({ type: ['string', 'boolean'] });

export const FoolFuukaError = Type.Object(
  { error: Type.String({ description: 'A sentence that clients display.' }) },
  { $id: 'FoolFuukaError' },
);

export const FoolFuukaDone = Type.Object(
  { success: Type.String({ description: 'A sentence that clients display.' }) },
  { $id: 'FoolFuukaDone' },
);

export const FoolFuukaMedia = Type.Object(
  {
    media_id: nullable(
      Type.String({ description: 'Of the image, the same on every board; null for a file that was never archived.' }),
    ),
    spoiler: Flag,
    preview_orig: nullableText,
    media: Type.String(),
    preview_op: nullableText,
    preview_reply: nullableText,
    preview_w: DatabaseNumber,
    preview_h: DatabaseNumber,
    media_filename: Type.String({ description: "The uploader's file name, HTML-escaped." }),
    media_w: DatabaseNumber,
    media_h: DatabaseNumber,
    media_size: DatabaseNumber,
    media_hash: nullable(Type.String({ description: 'MD5 in base64.' })),
    media_orig: Type.String(),
    exif: nullableText,
    total: nullable(
      Type.String({ description: 'Number of posts of the board with the same MD5; null if that is unknown.' }),
    ),
    banned: Flag,
    media_status: Type.Unsafe<string>({
      type: 'string',
      enum: ['normal', 'banned', 'not-available'],
      description: '`normal` if there is a `media_link`.',
    }),
    safe_media_hash: nullableText,
    remote_media_link: Type.String({ description: 'Like `media_link`; without one, a page that leads to the post.' }),
    media_link: nullable(Type.String({ description: 'null for a file that is not here.' })),
    thumb_link: nullableText,
    media_filename_processed: Type.String(),
    sha256: nullable(Type.String({ description: 'Hexadecimal; of the archived file.' })),
    sha256t: nullable(Type.String({ description: 'Hexadecimal; of its thumbnail.' })),
    replay_link: nullable(Type.String({ description: 'The replay of a drawing (.tgkr).' })),
  },
  { $id: 'FoolFuukaMedia', additionalProperties: false },
);

export const FoolFuukaPost = Type.Object(
  {
    doc_id: DatabaseNumber,
    num: DatabaseNumber,
    subnum: Type.String({ pattern: '^\\d+$', description: '0, or the number of the ghost post below `num`.' }),
    thread_num: DatabaseNumber,
    op: Flag,
    timestamp: Type.Integer({ description: 'Seconds since 1970.' }),
    timestamp_expired: Type.Unsafe<string | number>({
      type: ['string', 'integer'],
      description:
        'When the post was deleted or its thread was archived, in seconds since 1970; the string `0` if neither.',
    }),
    capcode: Type.String({ description: '`N` for none.' }),
    email: nullableText,
    name: nullableText,
    trip: nullableText,
    title: nullableText,
    comment: nullable(Type.String({ description: 'BBCode.' })),
    poster_hash: nullableText,
    poster_country: nullableText,
    sticky: Flag,
    locked: Flag,
    deleted: Flag,
    nreplies: nullable(Type.String({ description: 'Only in lists of opening posts, like `nimages`.' })),
    nimages: nullableText,
    fourchan_date: Type.String(),
    comment_sanitized: Type.String(),
    comment_processed: Type.String({ description: 'HTML.' }),
    comment_truncated: Type.Optional(
      Type.Literal(true, {
        description: 'Not of FoolFuuka: the three fields before are the beginning of a longer comment.',
      }),
    ),
    formatted: Type.Boolean(),
    title_processed: nullableText,
    name_processed: nullableText,
    email_processed: nullableText,
    trip_processed: nullableText,
    poster_hash_processed: nullableText,
    poster_country_name: textOrFalse,
    poster_country_name_processed: Type.String(),
    troll_country_code: textOrFalse,
    troll_country_name: textOrFalse,
    since4pass: nullableText,
    unique_ips: nullableText,
    extra_data: Type.Unknown(),
    exif: nullable(Type.String({ description: 'JSON as text: source data without a column of its own.' })),
    media: Type.Union([FoolFuukaMedia, Type.Null()]),
    extra_files: Type.Optional(
      Type.Array(FoolFuukaMedia, {
        description: 'Not of FoolFuuka: the files of the post after its first. Absent for a post with one file.',
      }),
    ),
    board: Type.Object({ name: Type.String(), shortname: Type.String() }),
  },
  { $id: 'FoolFuukaPost', additionalProperties: false },
);

/** An object with numbers as keys. */
const byNumber = <T extends TSchema>(key: string, value: T, options: object = {}) =>
  Type.Record(Type.String({ pattern: key }), value, { additionalProperties: false, ...options });

const THREAD = '^\\d+$';
/** A ghost post is `123_1`. */
const POST = '^\\d+(_\\d+)?$';

export const FoolFuukaThread = byNumber(
  THREAD,
  Type.Object({
    op: Type.Optional(FoolFuukaPost),
    posts: byNumber(POST, FoolFuukaPost),
  }),
  {
    $id: 'FoolFuukaThread',
    description: 'One thread. `op` is absent unless it is newer than `latest_doc_id`.',
  },
);

export const FoolFuukaIndex = Type.Union(
  [
    byNumber(
      THREAD,
      Type.Object({
        op: FoolFuukaPost,
        posts: Type.Array(FoolFuukaPost, { description: 'The newest replies.' }),
        omitted: Type.Integer(),
        images_omitted: Type.Integer(),
      }),
    ),
    Type.Array(Type.Unknown(), { maxItems: 0, description: 'Empty after the last page.' }),
  ],
  { $id: 'FoolFuukaIndex' },
);

export const FoolFuukaGallery = Type.Array(FoolFuukaPost, { $id: 'FoolFuukaGallery', description: 'Opening posts.' });

export const FoolFuukaFound = Type.Union(
  [
    Type.Object({
      0: Type.Object({ posts: Type.Array(FoolFuukaPost) }),
      meta: Type.Object({ total_found: Type.Integer(), max_results: Type.Integer(), search_title: Type.String() }),
    }),
    FoolFuukaError,
  ],
  { $id: 'FoolFuukaFound' },
);

const FoolFuukaSite = Type.Object(
  {
    url: Type.String(),
    name: Type.String(),
    title: Type.String(),
    notices: Type.Array(Type.Unknown()),
    media_http: Type.Array(Type.Unknown()),
    media_https: Type.Array(Type.Unknown()),
    global_search_enabled: Type.Boolean(),
  },
  { additionalProperties: false },
);

const BoardsById = byNumber(
  THREAD,
  Type.Object(
    {
      name: Type.String(),
      shortname: Type.String(),
      board_url: Type.String(),
      threads_per_page: DatabaseNumber,
      original_board_url: Type.String(),
      thumbs_url: Type.String(),
      images_url: Type.String(),
      anonymous_default_name: Type.String(),
      is_nsfw: Type.Boolean(),
      search_enabled: Type.Boolean(),
      board_hidden: Type.Boolean(),
    },
    { additionalProperties: false },
  ),
);

export const FoolFuukaBoards = Type.Object({ site: FoolFuukaSite, boards: BoardsById }, { $id: 'FoolFuukaBoards' });

/** The same boards under the key that clients of several archives read. */
export const FoolFuukaArchives = Type.Object(
  { site: FoolFuukaSite, archives: BoardsById },
  { $id: 'FoolFuukaArchives' },
);
