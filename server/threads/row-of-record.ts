import { RecordReader } from '../../platform/postgres-record.ts';
import type { ArchivedRow } from './sql.ts';

/** Of the text that SELECT_THREAD_SINCE says a row in, column by column in its order, and the comment beside it. */
export function rowOfRecord(board: string, text: string, comment: string | null): ArchivedRow {
  const record = new RecordReader(text);
  return {
    board,
    num: textOf(record),
    subnum: record.number(),
    thread: textOf(record),
    opener: record.boolean(),
    time_posted: record.time(),
    time_modified: record.time(),
    time_deleted_post: record.timeOrNull(),
    time_deleted_file: record.timeOrNull(),
    time_archived: record.timeOrNull(),
    time_bumped: record.timeOrNull(),
    name: record.next(),
    tripcode: record.next(),
    capcode: record.next(),
    posterid: record.next(),
    country: record.next(),
    email: record.next(),
    subject: record.next(),
    comment,
    media_time: record.next(),
    media_hash: record.bytesOrNull(),
    media_hash_src: record.bytesOrNull(),
    media_hash_thb: record.bytesOrNull(),
    media_name: record.next(),
    media_type: record.next(),
    media_size: record.numberOrNull(),
    media_dims_src_w: record.numberOrNull(),
    media_dims_src_h: record.numberOrNull(),
    media_dims_thb_w: record.numberOrNull(),
    media_dims_thb_h: record.numberOrNull(),
    spoiler: record.boolean(),
    sticky: record.booleanOrNull(),
    closed: record.booleanOrNull(),
    posters: record.numberOrNull(),
    replies: record.numberOrNull(),
    hidden: record.boolean(),
    time_purged: record.timeOrNull(),
    extra: record.jsonOrNull() as ArchivedRow['extra'],
    rev: textOf(record),
    doc_id: textOf(record),
    printed: null,
  };
}

/** Of a column that is never null. */
function textOf(record: RecordReader): string {
  return record.next() ?? '';
}
