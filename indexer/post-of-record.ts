import type { Post } from '../mappings/post.ts';
import { RecordReader } from '../platform/postgres-record.ts';

/** For `select b.name as board, ${POST_RECORD} …`. Rebuilds and verifications read every row there is. */
export interface PostRecordRow {
  readonly board: string;
  readonly record: string;
  readonly comment: string | null;
}

/** Column by column in the order of POST_RECORD. */
export function toPostOfRecord({ board, record: text, comment }: PostRecordRow): Post {
  const record = new RecordReader(text);
  return {
    board,
    num: record.number(),
    subnum: record.number(),
    thread: record.number(),
    opener: record.boolean(),
    timePosted: record.time(),
    timeModified: record.time(),
    timeDeletedPost: record.timeOrNull(),
    timeDeletedFile: record.timeOrNull(),
    timeArchived: record.timeOrNull(),
    timeBumped: record.timeOrNull(),
    name: record.next(),
    tripcode: record.next(),
    capcode: record.next(),
    posterid: record.next(),
    country: record.next(),
    email: record.next(),
    subject: record.next(),
    comment,
    mediaTime: record.numberOrNull(),
    mediaHash: record.bytesOrNull(),
    mediaHashSrc: record.bytesOrNull(),
    mediaHashThb: record.bytesOrNull(),
    mediaName: record.next(),
    mediaType: record.next(),
    mediaSize: record.numberOrNull(),
    mediaDimsSrcW: record.numberOrNull(),
    mediaDimsSrcH: record.numberOrNull(),
    mediaDimsThbW: record.numberOrNull(),
    mediaDimsThbH: record.numberOrNull(),
    spoiler: record.boolean(),
    sticky: record.booleanOrNull(),
    closed: record.booleanOrNull(),
    posters: record.numberOrNull(),
    replies: record.numberOrNull(),
    hidden: record.boolean(),
    timePurged: record.timeOrNull(),
    extra: record.jsonOrNull() as Post['extra'],
    rev: record.number(),
  };
}
