/** Schemas of the lines, by kind of part. Lines with unlisted fields are refused. */
import { Type, type TSchema } from 'typebox';
import { ALIAS_KINDS } from '../mappings/alias-kinds.ts';
import { EXPORTED_COLUMNS, EXTRA_FILE_COLUMNS, TOMBSTONE_COLUMNS, type PartKind } from '../mappings/archive-export.ts';
import { BOARD_NAME, MAX_TITLE } from '../mappings/board.ts';
import { MAX_EXTRA_FILES } from '../mappings/file-fields.ts';
import { FILE_ENDING } from '../mappings/media.ts';
import { MAX_COUNT } from '../mappings/post.ts';
import { POST_TABLE, type NamedPostColumn, type PostColumnName } from '../mappings/postgres/post-columns.ts';
import { SOURCE_KINDS } from '../mappings/sources.ts';

const MAX_INT = 2 ** 31 - 1;

const Md5 = Type.String({ pattern: '^[0-9a-f]{32}$' });
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const BoardName = Type.String({ pattern: BOARD_NAME.source });
const Num = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Subnum = Type.Integer({ minimum: 0, maximum: MAX_INT });
/** A time as PostgreSQL prints it. `check-line.ts` also checks that the day exists. */
export const TIMESTAMP =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?(?:Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)$/;
const Timestamp = Type.String({ pattern: TIMESTAMP.source });

const OF_TYPE: Readonly<Record<NamedPostColumn['type'], TSchema>> = {
  bigint: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  int: Type.Integer({ minimum: 0, maximum: MAX_INT }),
  boolean: Type.Boolean(),
  text: Type.String(),
  bytea: Sha256,
  timestamptz: Timestamp,
  jsonb: Type.Record(Type.String(), Type.Unknown()),
};

const Count = Type.Integer({ minimum: 0, maximum: MAX_COUNT });
/** Columns with a smaller range than their type. */
const OF_COLUMN: Partial<Record<PostColumnName, TSchema>> = {
  num: Num,
  subnum: Subnum,
  thread: Num,
  media_hash: Md5,
  media_type: Type.String({ pattern: FILE_ENDING }),
  posters: Count,
  replies: Count,
  images: Count,
};

function row(columns: readonly NamedPostColumn[], more: Record<string, TSchema> = {}): TSchema {
  const fields = columns.map(({ name, type, isNullable }) => {
    const schema = OF_COLUMN[name] ?? OF_TYPE[type];
    return [name, isNullable && name !== 'time_purged' ? Type.Optional(schema) : schema] as const;
  });
  return closed({ ...Object.fromEntries(fields), ...more });
}

/** Names of files are checked here, because `withinStoredLine` cuts the texts of posts only. */
const ExtraFile = (): TSchema =>
  closed(
    Object.fromEntries(
      EXTRA_FILE_COLUMNS.map(({ name, type, isNullable }) => {
        if (name === 'place') return [name, Type.Integer({ minimum: 1, maximum: MAX_EXTRA_FILES })];
        if (name === 'media_name') return [name, nullable(Type.String({ maxLength: POST_TABLE.media_name.maxLength }))];
        const schema = OF_COLUMN[name] ?? OF_TYPE[type];
        return [name, isNullable ? nullable(schema) : schema];
      }),
    ),
  );

const nullable = (schema: TSchema): TSchema => Type.Union([schema, Type.Null()]);

const closed = (properties: Record<string, TSchema>): TSchema =>
  Type.Object(properties, { additionalProperties: false });

export const LINE_SCHEMAS: Readonly<Record<PartKind, TSchema>> = {
  boards: closed({
    name: BoardName,
    title: Type.String({ maxLength: MAX_TITLE }),
    worksafe: Type.Boolean(),
    source: Type.Enum([...SOURCE_KINDS]),
    source_name: Type.Optional(Type.String({ maxLength: 100 })),
    url: Type.String({ maxLength: 300 }),
    media_url: Type.String({ maxLength: 300 }),
    // With smaller slices, each table and index would have only a few posts.
    slice_size: Type.Integer({ minimum: 100, maximum: Number.MAX_SAFE_INTEGER }),
    settings: Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), { maxProperties: 1_000 }),
  }),
  identities: closed({
    name: Type.String({ minLength: 1, maxLength: 100 }),
    aliases: Type.Array(
      closed({ kind: Type.Enum([...ALIAS_KINDS]), value: Type.String({ minLength: 1, maxLength: 500 }) }),
      { maxItems: 1_000 },
    ),
  }),
  bans: closed({
    hash: Type.String({ pattern: '^(?:[0-9a-f]{32}|[0-9a-f]{64})$' }),
    reason: Type.Optional(Type.String({ maxLength: 10_000 })),
  }),
  tombstones: row(TOMBSTONE_COLUMNS),
  threads: closed({ board: BoardName, thread: Num, purged: Type.Boolean() }),
  files: closed({
    sha256: Sha256,
    md5: Md5,
    type: Type.String({ pattern: '^[a-z0-9]{1,8}$' }),
    size: Num,
    pixels_sha3: Type.Optional(Sha256),
    pixels_rule: Type.Integer({ minimum: 0, maximum: 32_767 }),
    perceptual_hash: Type.Optional(Type.String({ pattern: String.raw`^-?\d{1,19}$` })),
    thumb: Type.Optional(Sha256),
  }),
  posts: row(EXPORTED_COLUMNS, {
    extra_files: Type.Optional(Type.Array(ExtraFile(), { minItems: 1, maxItems: MAX_EXTRA_FILES })),
  }),
  replays: closed({ board: BoardName, num: Num, subnum: Subnum, sha256: Sha256 }),
};
