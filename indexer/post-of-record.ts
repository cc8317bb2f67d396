import type { Post } from '../mappings/post.ts';
import { parseUtcTime } from '../platform/postgres.ts';
import { RecordReader } from '../platform/postgres-record.ts';

/** For `select b.name as board, ${POST_RECORD} as record …`. Rebuilds and verifications read every row there is. */
export interface PostRecordRow {
  readonly board: string;
  readonly record: string;
}

/** Column by column in the order of POST_RECORD. */
export function toPostOfRecord({ board, record: text }: PostRecordRow): Post {
  const record = new RecordReader(text);
  return {
    board,
    num: record.number(),
    subnum: record.number(),
    thread: record.number(),
    opener: record.boolean(),
    timePosted: parseUtcTime(record.next() ?? '') as Date,
    timeModified: parseUtcTime(record.next() ?? '') as Date,
    timeDeletedPost: timeOrNull(record.next()),
    timeDeletedFile: timeOrNull(record.next()),
    timeArchived: timeOrNull(record.next()),
    timeBumped: timeOrNull(record.next()),
    name: record.next(),
    tripcode: record.next(),
    capcode: record.next(),
    posterid: record.next(),
    country: record.next(),
    email: record.next(),
    subject: record.next(),
    comment: record.next(),
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
    timePurged: timeOrNull(record.next()),
    extra: jsonOrNull(record.next()),
    rev: record.number(),
  };
}

function timeOrNull(text: string | null): Date | null {
  return text === null ? null : (parseUtcTime(text) as Date);
}

function jsonOrNull(text: string | null): Post['extra'] {
  return text === null ? null : (JSON.parse(text) as Post['extra']);
}
