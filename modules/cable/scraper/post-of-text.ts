import { ABSENT_FIELDS } from '../../../mappings/absent-fields.ts';
import type { PostObservation } from '../../../mappings/post.ts';
import { makeStorable } from '../../../mappings/storable.ts';
import { MAX_TIME, escapeHtml, toDate } from '../../../scraper/sources/columns.ts';

/** A text post of a channel, with its number on the board. */
export interface NumberedText {
  readonly num: number;
  readonly thread: number;
  /** In hexadecimal. */
  readonly hash: string;
  readonly author: string;
  /** The current name of the author; null for none. */
  readonly name: string | null;
  /** Claimed by the author, in milliseconds since 1970. */
  readonly time: number;
  readonly rank: number;
  readonly text: string;
}

/** The poster id is the whole key of the author, because names are not unique and can change. */
export function postOfText({ num, thread, hash, author, name, time, rank, text }: NumberedText): PostObservation {
  const opener = num === thread;
  return {
    fileDeleted: false,
    fields: {
      ...ABSENT_FIELDS,
      num,
      subnum: 0,
      thread,
      opener,
      timePosted: timeOf(time),
      name,
      posterid: author,
      comment: text === '' ? null : htmlOf(text),
      spoiler: false,
      sticky: opener ? false : null,
      closed: opener ? false : null,
      extra: { cable: { hash, time, rank } },
    },
  };
}

/** Limits the claimed time to what the archive can represent. */
export function timeOf(milliseconds: number): Date {
  return milliseconds > MAX_TIME * 1_000 ? toDate(MAX_TIME) : new Date(milliseconds);
}

/** Returns the day in UTC, as a date of PostgreSQL. */
export function dayOf(milliseconds: number): string {
  return timeOf(milliseconds).toISOString().slice(0, 10);
}

function htmlOf(text: string): string {
  return escapeHtml(makeStorable(text)).replaceAll(/\r\n?|\n/g, '<br>');
}
