import type { ExtraFile } from '../file-fields.ts';
import { FILE_STATUSES, type FileState } from '../media.ts';
import type { Post } from '../post.ts';
import { ALWAYS_SHOWN_COMMENT, MAX_SHOWN_COMMENT, SHOWN_COMMENTS_OF_ANSWER } from '../text-limits.ts';
import { isOfDeleted } from './deleted-files.ts';
import { statesFile } from './source-file.ts';
import { SELECTED, SELECTED_COLUMNS, type POST_TABLE, type PostColumnName } from './post-columns.ts';

type PostTable = typeof POST_TABLE;

/** As the pg driver returns it: bigint is text, since it may exceed 2^53 in general; the columns of this table never do. */
interface DriverValues {
  readonly bigint: string;
  readonly int: number;
  readonly boolean: boolean;
  readonly text: string;
  readonly bytea: Uint8Array;
  readonly timestamptz: Date;
  readonly jsonb: Readonly<Record<string, unknown>>;
}

type SelectedColumnName = {
  [C in PostColumnName]: PostTable[C]['field'] extends null ? never : C;
}[PostColumnName];

/** A row of `posts` with its board's name, as the pg driver returns the columns of POST_COLUMNS. */
export type PostRow = {
  readonly board: string;
  readonly file_state?: FileStateRow | null;
  readonly extra_file_rows?: readonly ExtraFileRow[] | null;
  readonly doc_id?: string;
  /** The length of the whole comment, if the row has only its beginning. */
  readonly comment_bytes?: number | null;
} & {
  readonly [C in SelectedColumnName]:
    | DriverValues[PostTable[C]['type']]
    | (PostTable[C]['isNullable'] extends true ? null : never);
};

/**
 * Status, id of the image, in hexadecimal the SHA-256 of the source's thumbnail, of ours, and of the replay, whether the file's SHA-256
 * is only described, and width and height of our thumbnail.
 */
type FileStateRow = readonly [
  status: string,
  image: number | null,
  thumb: string | null,
  drawn: string | null,
  replay: string | null,
  isDescribed: boolean,
  drawnWidth: number | null,
  drawnHeight: number | null,
];

/**
 * SQL: the state of the file in `row`, a row of `posts` or of `post_files`; null without a file. Index, one row each: images_sha256_key (up to three times), images_pkey, banned_media_pkey, deleted_files_pkey,
 * wanted_media_pkey and post_replays_pkey. `place` is SQL.
 */
const fileState = (row: string, place: string): string => `
  case when ${statesFile(row)} then (
    select json_build_array(
      case
        when f.banned or exists (select 1 from banned_media m where m.hash in (${row}.media_hash, ${row}.media_hash_src)) then 'banned'
        when f.datastore_id is not null then 'archived'
        when w.state = 'wanted' then 'pending'
        when w.state = 'gone' or ${row}.media_hash_src is not null and f.only_described is not true then 'gone'
        when w.state is not null then w.state
        else 'never_fetched'
      end,
      f.id, encode(t.sha256, 'hex'), encode(d.sha256, 'hex'), encode(y.sha256, 'hex'),
      coalesce(f.only_described, false), d.width, d.height)
    from (select 1) as one
    left join images f on f.sha256 = ${row}.media_hash_src
    left join images t on t.sha256 = ${row}.media_hash_thb and t.datastore_id is not null and not t.banned
      and (f.datastore_id is not null or not ${isOfDeleted(row)})
    left join images d on d.id = f.thumb_id and d.datastore_id is not null and not d.banned
    left join wanted_media w
      on w.board_id = ${row}.board_id and w.num = ${row}.num and w.subnum = ${row}.subnum and w.kind = 'file' and w.place = ${place}
    left join post_replays r on r.board_id = ${row}.board_id and r.num = ${row}.num and r.subnum = ${row}.subnum and ${place} = 0
    left join images y on y.sha256 = r.sha256 and y.datastore_id is not null and not y.banned
  ) end`;

const FILE_STATE = `${fileState('p', '0')} as file_state`;

/** Bytes are hexadecimal. */
interface ExtraFileRow {
  readonly place: number;
  readonly deleted: string | null;
  readonly time: number | null;
  readonly hash: string | null;
  readonly src: string | null;
  readonly thb: string | null;
  readonly name: string | null;
  readonly type: string | null;
  readonly size: number | null;
  readonly w: number | null;
  readonly h: number | null;
  readonly tw: number | null;
  readonly th: number | null;
  readonly spoiler: boolean;
  readonly extra: Readonly<Record<string, unknown>> | null;
  readonly state?: FileStateRow | null;
}

/** The additional files of the post `p`; null without them, which costs no look-up. Index: post_files_pkey. `state`: one more property in SQL. */
const extraFileRows = (state: string): string => `
  case when p.extra_files is not null then (
    select json_agg(json_build_object('place', x.place, 'deleted', x.time_deleted_file, 'time', x.media_time,
      'hash', encode(x.media_hash, 'hex'), 'src', encode(x.media_hash_src, 'hex'), 'thb', encode(x.media_hash_thb, 'hex'),
      'name', x.media_name, 'type', x.media_type, 'size', x.media_size, 'w', x.media_dims_src_w, 'h', x.media_dims_src_h,
      'tw', x.media_dims_thb_w, 'th', x.media_dims_thb_h, 'spoiler', x.spoiler, 'extra', x.extra${state}) order by x.place)
    from post_files x where x.board_id = p.board_id and x.num = p.num and x.subnum = p.subnum
  ) end as extra_file_rows`;

/** For readers that need no state of files. */
export const EXTRA_FILE_ROWS = extraFileRows('');

export type ExtraFileRows = readonly ExtraFileRow[];

export function toExtraFiles(rows: ExtraFileRows): readonly ExtraFile[] {
  return rows.map((row) => ({
    place: row.place,
    timeDeletedFile: row.deleted === null ? null : new Date(row.deleted),
    mediaTime: row.time,
    mediaHash: hashOf(row.hash),
    mediaHashSrc: hashOf(row.src),
    mediaHashThb: hashOf(row.thb),
    mediaName: row.name,
    mediaType: row.type,
    mediaSize: row.size,
    mediaDimsSrcW: row.w,
    mediaDimsSrcH: row.h,
    mediaDimsThbW: row.tw,
    mediaDimsThbH: row.th,
    spoiler: row.spoiler,
    extra: row.extra,
    ...(row.state != null && { fileState: toFileState(row.state) }),
  }));
}

function hashOf(hex: string | null): Uint8Array | null {
  return hex === null ? null : Buffer.from(hex, 'hex');
}

function toFileState(row: FileStateRow): FileState {
  const [status, image, thumb, drawn, replay, isDescribed, width, height] = row;
  // Thumbnails and replays of a banned file are not shown either.
  const isBanned = status === 'banned';
  return {
    status: FILE_STATUSES.find((known) => known === status) ?? 'unknown',
    imageId: image === null ? null : String(image),
    thumb: isBanned ? null : hashOf(thumb),
    drawn: isBanned ? null : hashOf(drawn),
    drawnSize: isBanned || width === null || height === null ? null : { width, height },
    replay: isBanned ? null : hashOf(replay),
    isDescribed: isDescribed && !isBanned,
  };
}

/** For `select ${POST_COLUMNS} from posts p join boards b on b.id = p.board_id`. */
export const POST_COLUMNS = ['b.name as board', ...SELECTED_COLUMNS.map((name) => `p.${name}`), EXTRA_FILE_ROWS].join(
  ', ',
);

/** A row of `extra` from this stored (compressed) size on is read without the largest value that an import keeps there. */
const LARGE_EXTRA_BYTES = 1_000;

/** Columns that are read in part: an answer with many posts must not read megabytes of each. */
const READ_IN_PART: Partial<Record<PostColumnName, (commentLimit: string) => string>> = {
  // substr() reads only the beginning of a long value, and octet_length() nothing of it.
  comment: (limit) => `substr(p.comment, 1, ${limit}) as comment, octet_length(p.comment) as comment_bytes`,
  extra: () =>
    `case when pg_column_size(p.extra) > ${LARGE_EXTRA_BYTES} then p.extra #- '{asagi,original}' else p.extra end as extra`,
};

const shownColumns = (commentLimit: string): string =>
  [
    'b.name as board',
    ...SELECTED_COLUMNS.map((name) => READ_IN_PART[name]?.(commentLimit) ?? `p.${name}`),
    FILE_STATE,
    extraFileRows(`, 'state', ${fileState('x', 'x.place')}`),
    'p.id as doc_id',
  ].join(', ');

/**
 * The columns that pages and APIs show of a post; `withinAnswer` shortens the comments of one answer further. `doc_id` is the order in
 * which the archive stored rows: a post that arrives late has a higher one than its neighbours.
 */
export const SHOWN_COLUMNS = shownColumns(String(MAX_SHOWN_COMMENT + 1));

/** The same for all rows of a query that shows all of them: if many comments are long, less of each is read. */
export const SHOWN_TOGETHER = shownColumns(
  `(greatest(${ALWAYS_SHOWN_COMMENT}, least(${MAX_SHOWN_COMMENT}, ${SHOWN_COMMENTS_OF_ANSWER} /
    greatest(1, count(*) filter (where octet_length(p.comment) > ${ALWAYS_SHOWN_COMMENT}) over ()))) + 1)::int`,
);

/** The values of a post, by the types of its columns. */
interface PostValues {
  readonly bigint: number;
  readonly int: number;
  readonly boolean: boolean;
  readonly text: string;
  readonly bytea: Uint8Array;
  readonly timestamptz: Date;
  readonly jsonb: Readonly<Record<string, unknown>>;
}

/** The type of a post by its columns, which the compiler compares with `Post`. */
export type SelectedFields = {
  readonly [C in SelectedColumnName as NonNullable<PostTable[C]['field']>]:
    | PostValues[PostTable[C]['type']]
    | (PostTable[C]['isNullable'] extends true ? null : never);
};

const BIGINTS = SELECTED.filter(({ type }) => type === 'bigint');
const OTHERS = SELECTED.filter(({ type }) => type !== 'bigint');

/** Numbers of posts, revs and file times become numbers: all of them are below 2^53. */
export function toPost(row: PostRow): Post {
  const values: Record<string, unknown> = { board: row.board };
  const columns = row as Readonly<Record<string, unknown>>;
  for (const { name, field } of OTHERS) values[field] = columns[name];
  for (const { name, field } of BIGINTS) values[field] = columns[name] === null ? null : Number(columns[name]);
  const post = values as unknown as SelectedFields & { readonly board: string };
  if (row.doc_id === undefined && row.file_state == null && row.extra_file_rows == null && !isCut(row)) return post;
  return {
    ...post,
    ...(row.doc_id !== undefined && { docId: Number(row.doc_id) }),
    ...(row.file_state != null && { fileState: toFileState(row.file_state) }),
    ...(row.extra_file_rows != null && { extraFiles: toExtraFiles(row.extra_file_rows) }),
    ...(isCut(row) && { isCommentCut: true }),
  };
}

/** Comments up to this length are never cut, so their bytes need not be counted. */
function isCut({ comment, comment_bytes: bytes }: PostRow): boolean {
  if (bytes == null || comment === null || comment.length <= ALWAYS_SHOWN_COMMENT) return false;
  return Buffer.byteLength(comment) < bytes;
}
