import type { Post } from '../post.ts';
import { SELECTED_COLUMNS, type POST_TABLE, type PostColumnName } from './post-columns.ts';

type PostTable = typeof POST_TABLE;

/** As the pg driver returns it: bigint as text, since it may pass 2^53 in general; ours never do. */
interface DriverValues {
  readonly bigint: string;
  readonly int: number;
  readonly boolean: boolean;
  readonly text: string;
  readonly bytea: Uint8Array;
  readonly timestamptz: Date;
  readonly jsonb: Readonly<Record<string, unknown>>;
  readonly inet: string;
}

type SelectedColumnName = {
  [C in PostColumnName]: PostTable[C]['field'] extends null ? never : C;
}[PostColumnName];

/** A row of `posts` with its board's name, as the pg driver returns the columns of POST_COLUMNS. */
export type PostRow = { readonly board: string } & {
  readonly [C in SelectedColumnName]:
    | DriverValues[PostTable[C]['type']]
    | (PostTable[C]['isNullable'] extends true ? null : never);
};

/** For `select ${POST_COLUMNS} from posts p join boards b on b.id = p.board_id`. */
export const POST_COLUMNS = ['b.name as board', ...SELECTED_COLUMNS.map((name) => `p.${name}`)].join(', ');

/** Numbers of posts, revs and file times become numbers: all of them are below 2^53. */
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
