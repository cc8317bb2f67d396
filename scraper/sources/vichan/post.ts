/** One post of vichan's API, a variant of 4chan's. docs/FIELDS.md has the table. */
import type { JsonFields } from '../json-fields.ts';
import { isEscaped, unescapeText } from '../../../mappings/escaped-text.ts';
import { ABSENT_FIELDS } from '../../../mappings/absent-fields.ts';
import { clampCount, type PostFields, type PostObservation } from '../../../mappings/post.ts';
import type { ParseWarnings } from '../parse-result.ts';
import { MAX_TIME, capcodeLetter, countryColumn, positive, readFileTime, toDate, words } from '../columns.ts';
import { readExtra } from '../extra.ts';
import { readExtraFiles, readFileColumns } from './extra-files.ts';
import { IN_COLUMNS as FOUR_CHAN_COLUMNS, IN_EXTRA as FOUR_CHAN_EXTRA, DROPPED } from '../four-chan/post.ts';

export const IN_COLUMNS = new Set([...FOUR_CHAN_COLUMNS, 'locked', 'extra_files']);
export const IN_EXTRA = new Set([...FOUR_CHAN_EXTRA, ...words('cyclical bumplocked embed thumb_ext thumb fpath')]);

/**
 * The comment is HTML. The site escapes subject, name, address and staff word, which are unescaped here; file names and tripcodes are
 * as they were posted.
 * @throws RefusedError if the number, the thread or the time is missing or unreadable.
 */
export function readPost(post: JsonFields, warnings: ParseWarnings): PostObservation {
  const num = post.integer('no', 1, Number.MAX_SAFE_INTEGER);
  const resto = post.integer('resto', 0, Number.MAX_SAFE_INTEGER);
  const opener = resto === 0;
  const timePosted = toDate(post.time('time', MAX_TIME));
  const sticky = post.flag('sticky');
  const [locked, isClosed] = [post.flag('locked'), post.flag('closed')];
  const closed = locked === true || isClosed === true || (locked === null || isClosed === null ? null : false);
  const country = countryColumn(post.text('country'), post.text('board_flag'));
  const name = post.text('name', unescapeText);
  const email = post.text('email', unescapeText);
  const subject = post.text('sub', unescapeText);
  const word = post.text('capcode', unescapeText);
  const capcode = capcodeLetter(word, warnings);
  // vichan sets a deleted file's name to `deleted`; the name has no dot, and the extension becomes the same word.
  const fileDeleted = post.flag('filedeleted') === true || post.raw('ext') === 'deleted';
  const { time: mediaTime, lossy: isNamed } = readFileTime(post);
  const file = fileDeleted ? null : { ...readFileColumns(post), mediaTime };
  const extraFiles = readExtraFiles(post, warnings);
  const lossy = new Set<string>();
  if (country.lossy) lossy.add('country');
  if (!fileDeleted && isNamed) lossy.add('tim');
  const fields: PostFields = {
    ...ABSENT_FIELDS,
    num,
    subnum: 0,
    thread: opener ? num : resto,
    opener,
    timePosted,
    timeArchived: positive(post.optionalTime('archived_on', MAX_TIME), toDate),
    name,
    tripcode: post.text('trip'),
    capcode: capcode.letter,
    posterid: post.text('id'),
    country: country.column,
    email,
    subject,
    comment: post.text('com'),
    ...file,
    spoiler: post.flag('spoiler') ?? false,
    sticky: opener || sticky === true ? sticky : null,
    closed: opener || closed === true ? closed : null,
    posters: positive(post.optionalInteger('unique_ips', 0, Number.MAX_SAFE_INTEGER), clampCount),
    replies: post.optionalInteger('replies', 0, Number.MAX_SAFE_INTEGER),
    extra: readExtra(
      post,
      warnings,
      { inColumns: IN_COLUMNS, inExtra: IN_EXTRA, dropped: DROPPED, lossy },
      {
        ...(capcode.lossy && { capcode: word }),
        // A text that still looks escaped, such as `&amp;`: `sagasu reprocess texts` must not unescape it again.
        ...([name, email, subject, word].some(isEscaped) && { unescaped: true }),
      },
    ),
  };
  return {
    fileDeleted,
    fields,
    ...(extraFiles !== undefined && { extraFiles }),
    ...(post.isIncomplete && { isIncomplete: true }),
  };
}
