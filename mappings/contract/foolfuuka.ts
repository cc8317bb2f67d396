/**
 * FoolFuuka's API as its clients read it: numbers and flags of the database are texts there, which clients compare with
 * `=== '1'`; what counts or tells a time is a number. Objects whose keys are numbers have an order of their own.
 */
import { Type, type TSchema } from 'typebox';
import { nullable } from './nullable.ts';

const nullableText = nullable(Type.String());
const Flag = Type.Unsafe<string>({ type: 'string', enum: ['0', '1'] });
const DatabaseNumber = Type.String({ pattern: '^\\d+$' });
/** A text where there is one, else `false`. */
const textOrFalse = Type.Unsafe<string | false>({ type: ['string', 'boolean'] });

export const FoolFuukaError = Type.Object(
  { error: Type.String({ description: 'A sentence, which clients show.' }) },
  { $id: 'FoolFuukaError' },
);

export const FoolFuukaMedia = Type.Object(
  {
    media_id: nullableText,
    spoiler: Flag,
    preview_orig: nullableText,
    media: Type.String(),
    preview_op: nullableText,
    preview_reply: nullableText,
    preview_w: DatabaseNumber,
    preview_h: DatabaseNumber,
    media_filename: Type.String({ description: "The name that the poster's file had, as HTML." }),
    media_w: DatabaseNumber,
    media_h: DatabaseNumber,
    media_size: DatabaseNumber,
    media_hash: nullable(Type.String({ description: 'MD5 in base64.' })),
    media_orig: Type.String(),
    exif: nullableText,
    total: nullableText,
    banned: Flag,
    media_status: Type.String(),
    safe_media_hash: nullableText,
    remote_media_link: Type.String(),
    media_link: Type.String(),
    thumb_link: nullableText,
    media_filename_processed: Type.String(),
  },
  { $id: 'FoolFuukaMedia', additionalProperties: false },
);

export const FoolFuukaPost = Type.Object(
  {
    doc_id: DatabaseNumber,
    num: DatabaseNumber,
    subnum: Type.String({ pattern: '^\\d+$', description: '0, or which ghost of `num` it is.' }),
    thread_num: DatabaseNumber,
    op: Flag,
    timestamp: Type.Integer({ description: 'Seconds since 1970.' }),
    timestamp_expired: Type.Unsafe<string | number>({
      type: ['string', 'integer'],
      description: 'When it was deleted, or its thread archived; the text 0 where neither.',
    }),
    capcode: Type.String({ description: 'N for none.' }),
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
    nreplies: nullable(Type.String({ description: 'In lists of opening posts alone, like `nimages`.' })),
    nimages: nullableText,
    fourchan_date: Type.String(),
    comment_sanitized: Type.String(),
    comment_processed: Type.String({ description: 'HTML.' }),
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
    exif: nullable(Type.String({ description: 'JSON in a text: what there is no column for.' })),
    media: Type.Union([FoolFuukaMedia, Type.Null()]),
    board: Type.Object({ name: Type.String(), shortname: Type.String() }),
  },
  { $id: 'FoolFuukaPost', additionalProperties: false },
);

/** Under their numbers, in an order of their own. */
const byNumber = <T extends TSchema>(key: string, value: T, options: object = {}) =>
  Type.Record(Type.String({ pattern: key }), value, { additionalProperties: false, ...options });

const THREAD = '^\\d+$';
/** A ghost is `123_1`. */
const POST = '^\\d+(_\\d+)?$';

export const FoolFuukaThread = byNumber(
  THREAD,
  Type.Object({
    op: Type.Optional(FoolFuukaPost),
    posts: byNumber(POST, FoolFuukaPost),
  }),
  {
    $id: 'FoolFuukaThread',
    description: 'One thread. Without `op` where it is not newer than `latest_doc_id`.',
  },
);

export const FoolFuukaIndex = Type.Union(
  [
    byNumber(
      THREAD,
      Type.Object({
        op: FoolFuukaPost,
        posts: Type.Array(FoolFuukaPost, { description: 'The last replies.' }),
        omitted: Type.Integer(),
        images_omitted: Type.Integer(),
      }),
    ),
    Type.Array(Type.Unknown(), { maxItems: 0, description: 'Past the last page.' }),
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

/** The same boards, as clients of several archives look for them. */
export const FoolFuukaArchives = Type.Object(
  { site: FoolFuukaSite, archives: BoardsById },
  { $id: 'FoolFuukaArchives' },
);
