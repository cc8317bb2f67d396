/** A row of Asagi's table → an observed post. docs/FIELDS.md has the table. */
import { ABSENT_FIELDS } from '../../../mappings/absent-fields.ts';
import type { PostObservation } from '../../../mappings/post.ts';
import { makeStorable, makeStorableJson } from '../../../mappings/storable.ts';
import type { AsagiRow } from './columns.ts';
import { reverseComment, type ReversedComment } from './comment.ts';
import { readCountry } from './country.ts';
import { readExif, type Exif } from './exif.ts';
import { fileOfRow } from './file-of-row.ts';
import type { TimeReader } from './row-times.ts';
import { RowError, isTrue, wholeNumber } from './row-error.ts';

/** Oddities of an imported row. Counted in the report, and kept in `extra.asagi.flags`. */
export type Flag =
  | 'time_uncertain'
  | 'clock_uncertain'
  | 'time_impossible'
  | 'deletion_time_uncertain'
  | 'deletion_before_post'
  | 'deletion_unclear'
  | 'thread_of_opener'
  | 'opener_not_marked'
  | 'capcode'
  | 'exif'
  | 'hash'
  | 'nul'
  | 'damaged_text'
  | 'text_too_long';

export interface RowContext {
  readonly board: string;
  readonly times: TimeReader;
  /** Ritual stores file names unescaped, and marks deleted files in the column `deleted`. */
  readonly isRitual: boolean;
  /** The row's place in the order of insertion. */
  readonly place: number;
}

export interface ReadRow {
  readonly post: PostObservation;
  readonly flags: readonly Flag[];
}

/** @throws RowError for a row without number, thread or time. */
export function postOfRow(row: AsagiRow, context: RowContext): ReadRow {
  const flags = new Set<Flag>();
  const num = wholeNumber(row.num, 'num', 1, 'number');
  const subnum = wholeNumber(row.subnum, 'subnum', 0, 'number');
  if (subnum > 2 ** 31 - 1) throw new RowError('number', 'subnum is past 2^31');
  const { thread, opener } = placeInThread(row, num, subnum, flags);
  const isDeleted = isTrue(row.deleted);
  const time = context.times.read({ row, num, subnum, place: context.place, isDeleted });
  for (const flag of time.flags) flags.add(flag);
  const file = fileOfRow(row, !context.isRitual);
  if (file.flag !== null) flags.add(file.flag);
  const exif = readExif(row.exif);
  if (exif.isUnreadable) flags.add('exif');
  const country = readCountry(row.poster_country, exif.trollFlag);
  const capcode = letterOf(row.capcode, flags);
  const hasFile = file.fields.mediaTime !== null || file.fields.mediaHash !== null;
  if (context.isRitual && isDeleted && !hasFile) flags.add('deletion_unclear');
  const sticky = isTrue(row.sticky);
  const closed = isTrue(row.locked);
  const text = (value: string | null | undefined): string | null =>
    (value && makeStorable(value, () => flags.add('nul'))) || null;
  const comment = commentOf(row, exif, capcode !== null, context.board);
  const html = text(comment.html);
  const [name, subject, tripcode, email] = [row.name, row.title, row.trip, row.email].map(text);
  const posterid = text(staffId(row.poster_hash));
  const mediaName = text(file.fields.mediaName);
  if ([name, subject, row.comment].some(isDamaged)) flags.add('damaged_text');
  const facts = makeStorableJson({ ...country.extra, ...file.extra, ...exif.extra }, () => flags.add('nul'));
  const asagi = {
    comment: exif.comment === null ? 'bbcode' : 'html',
    ...(comment.original !== null && { original: makeStorable(comment.original) }),
    ...time.details,
    ...(flags.size > 0 && { flags: [...flags].sort() }),
  };
  return {
    flags: [...flags],
    post: {
      fileDeleted: false,
      ...(isDeleted && { deletion: { time: time.deleted } }),
      fields: {
        ...ABSENT_FIELDS,
        num,
        subnum,
        thread,
        opener,
        timePosted: time.posted,
        timeArchived: opener ? (exif.archivedOn === null ? time.archived : new Date(exif.archivedOn * 1000)) : null,
        name: name ?? null,
        tripcode: tripcode ?? null,
        capcode,
        posterid,
        country: country.column === null ? null : text(country.column),
        email: email ?? null,
        subject: subject ?? null,
        comment: html,
        ...file.fields,
        mediaName,
        spoiler: isTrue(row.spoiler),
        sticky: opener || sticky ? sticky : null,
        closed: opener || closed ? closed : null,
        posters: opener ? exif.posters : null,
        extra: { ...(facts as Readonly<Record<string, unknown>>), asagi },
      },
    },
  };
}

function placeInThread(row: AsagiRow, num: number, subnum: number, flags: Set<Flag>) {
  const stated = wholeNumber(row.thread_num, 'thread_num', 0, 'thread');
  const isMarked = isTrue(row.op);
  if (isMarked && stated !== num) flags.add('thread_of_opener');
  if (isMarked && subnum === 0) return { thread: num, opener: true };
  if (stated === 0) throw new RowError('thread', `the post ${num} states no thread`);
  const isOwn = stated === num && subnum === 0;
  if (isOwn) flags.add('opener_not_marked');
  return { thread: stated, opener: isOwn };
}

const KNOWN_CAPCODES = new Set(['M', 'A', 'D', 'V', 'F', 'G']);

function letterOf(written: string | null, flags: Set<Flag>): string | null {
  if (written === null || /^[nN\s]?$/.test(written)) return null;
  if (!KNOWN_CAPCODES.has(written)) flags.add('capcode');
  return makeStorable(written);
}

/** 1.3.0 writes `Dev`, neofuuka cuts at eight characters, Ritual writes the whole word. */
function staffId(id: string | null): string | null {
  return id === 'Developer' || id === 'Develope' ? 'Dev' : id;
}

function commentOf(row: AsagiRow, exif: Exif, isStaff: boolean, board: string): ReversedComment {
  if (exif.comment !== null) return { html: exif.comment, original: null };
  return reverseComment(row.comment || null, isStaff, board);
}

/** The replacement for a character that a table or a conversion has lost. The text does not change. */
function isDamaged(text: string | null | undefined): boolean {
  return typeof text === 'string' && /\uFFFD|\?{4}|Ã[\u0080-\u00BF]|â€/.test(text);
}
