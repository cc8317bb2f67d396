import type { Post } from '../post.ts';

/**
 * A row of posts joined with its board's name, as the pg driver returns it: bigint as text (they may pass 2^53 in
 * general; ours never do), bytea as Buffer, timestamptz as Date.
 */
export interface PostRow {
  readonly board: string;
  readonly num: string;
  readonly subnum: number;
  readonly thread: string;
  readonly opener: boolean;
  readonly time_posted: Date;
  readonly time_modified: Date;
  readonly time_deleted_post: Date | null;
  readonly time_deleted_file: Date | null;
  readonly time_archived: Date | null;
  readonly time_bumped: Date | null;
  readonly name: string | null;
  readonly tripcode: string | null;
  readonly capcode: string | null;
  readonly posterid: string | null;
  readonly country: string | null;
  readonly email: string | null;
  readonly subject: string | null;
  readonly comment: string | null;
  readonly media_time: string | null;
  readonly media_hash: Uint8Array | null;
  readonly media_hash_src: Uint8Array | null;
  readonly media_hash_thb: Uint8Array | null;
  readonly media_name: string | null;
  readonly media_type: string | null;
  readonly media_size: number | null;
  readonly media_dims_src_w: number | null;
  readonly media_dims_src_h: number | null;
  readonly media_dims_thb_w: number | null;
  readonly media_dims_thb_h: number | null;
  readonly spoiler: boolean;
  readonly sticky: boolean | null;
  readonly closed: boolean | null;
  readonly posters: number | null;
  readonly replies: number | null;
  readonly hidden: boolean;
  readonly time_purged: Date | null;
  readonly extra: Record<string, unknown> | null;
  readonly rev: string;
}

const NAMES = [
  'num',
  'subnum',
  'thread',
  'opener',
  'time_posted',
  'time_modified',
  'time_deleted_post',
  'time_deleted_file',
  'time_archived',
  'time_bumped',
  'name',
  'tripcode',
  'capcode',
  'posterid',
  'country',
  'email',
  'subject',
  'comment',
  'media_time',
  'media_hash',
  'media_hash_src',
  'media_hash_thb',
  'media_name',
  'media_type',
  'media_size',
  'media_dims_src_w',
  'media_dims_src_h',
  'media_dims_thb_w',
  'media_dims_thb_h',
  'spoiler',
  'sticky',
  'closed',
  'posters',
  'replies',
  'hidden',
  'time_purged',
  'extra',
  'rev',
];
const OF_ROW = NAMES.map((name) => `p.${name}`).join(', ');

/** For `select ${POST_COLUMNS} from posts p join boards b on b.id = p.board_id`. */
export const POST_COLUMNS = `b.name as board, ${OF_ROW}`;

const IN_RECORD = NAMES.filter((name) => name !== 'comment').map((name) => `p.${name}`);

/**
 * The same columns but for the board's name, in this order, as one text (platform/postgres-record.ts reads it), and beside it
 * the comment: in the text each of its quotes would be doubled, which takes both sides longer than a column more.
 */
export const POST_RECORD = `row(${IN_RECORD.join(', ')})::text as record, p.comment`;

export function toPost(row: PostRow): Post {
  return {
    board: row.board,
    num: Number(row.num),
    subnum: row.subnum,
    thread: Number(row.thread),
    opener: row.opener,
    timePosted: row.time_posted,
    timeModified: row.time_modified,
    timeDeletedPost: row.time_deleted_post,
    timeDeletedFile: row.time_deleted_file,
    timeArchived: row.time_archived,
    timeBumped: row.time_bumped,
    name: row.name,
    tripcode: row.tripcode,
    capcode: row.capcode,
    posterid: row.posterid,
    country: row.country,
    email: row.email,
    subject: row.subject,
    comment: row.comment,
    mediaTime: row.media_time === null ? null : Number(row.media_time),
    mediaHash: row.media_hash,
    mediaHashSrc: row.media_hash_src,
    mediaHashThb: row.media_hash_thb,
    mediaName: row.media_name,
    mediaType: row.media_type,
    mediaSize: row.media_size,
    mediaDimsSrcW: row.media_dims_src_w,
    mediaDimsSrcH: row.media_dims_src_h,
    mediaDimsThbW: row.media_dims_thb_w,
    mediaDimsThbH: row.media_dims_thb_h,
    spoiler: row.spoiler,
    sticky: row.sticky,
    closed: row.closed,
    posters: row.posters,
    replies: row.replies,
    hidden: row.hidden,
    timePurged: row.time_purged,
    extra: row.extra,
    rev: Number(row.rev),
  };
}
