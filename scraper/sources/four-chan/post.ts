/** One post of the 4chan API → the columns of an archive's row. docs/FIELDS.md has the table. */
import { decodeHTMLStrict } from 'entities/decode';
import { ABSENT_FIELDS } from '../../../mappings/absent-fields.ts';
import { clampCount, type PostFields, type PostObservation } from '../../../mappings/post.ts';
import type { JsonFields } from '../json-fields.ts';
import type { ParseWarnings } from '../parse-result.ts';
import { MAX_INT, MAX_TIME, capcodeLetter, countryColumn, positive, readFileTime, toDate, words } from '../columns.ts';
import { pictureFacts, readExtra } from '../extra.ts';

/** Fields that have a column, or (`now`, `resto`) that follow from other fields. */
export const IN_COLUMNS = words(
  'no resto now time name trip id capcode country email sub com',
  'tim filename ext md5 fsize w h tn_w tn_h filedeleted spoiler',
  'sticky closed archived archived_on unique_ips replies',
);

/** Fields that are stored in `extra` unchanged. */
export const IN_EXTRA = words(
  'country_name board_flag flag_name troll_country since4pass capcode_replies',
  'custom_spoiler m_img tag images bumplimit imagelimit semantic_url sticky_cap tail_size tail_id',
);

/** Facts about a list of threads, which index pages and the catalog add to an opener. */
export const LIST_FIELDS = words('last_modified omitted_posts omitted_images last_replies');

/** Fields that other archives with this API add about the file. */
export const ARCHIVE_FIELDS = words('sha256 sha256t replay_sha256 media_status');

export const DROPPED = new Set([...LIST_FIELDS, ...ARCHIVE_FIELDS]);
const NAMES = { inColumns: IN_COLUMNS, inExtra: IN_EXTRA, dropped: DROPPED };

/** If one of these is present, `filedeleted` means that an archive does not have the file, not that 4chan deleted it. */
const MISSING_IN_ARCHIVE = words('gone refused banned never_fetched');

/** @throws RefusedError if the number, the thread or the time is missing or unreadable. */
export function readPost(post: JsonFields, warnings: ParseWarnings): PostObservation {
  const num = post.integer('no', 1, Number.MAX_SAFE_INTEGER);
  const resto = post.integer('resto', 0, Number.MAX_SAFE_INTEGER);
  const opener = resto === 0;
  const timePosted = toDate(post.time('time', MAX_TIME));
  const archived = post.flag('archived');
  const timeArchived = positive(post.optionalTime('archived_on', MAX_TIME), toDate);
  const sticky = post.flag('sticky');
  // The source closes every thread that it archives: `closed` counts only for a living thread.
  const closed = archived === null ? null : post.flag('closed') && !archived;
  const trollFlag = post.text('board_flag') ?? post.text('troll_country');
  const country = countryColumn(post.text('country'), trollFlag);
  const capcode = capcodeLetter(post.text('capcode'), warnings);
  const comment = post.text('com');
  // Where the column holds less than the source's value, `extra` keeps that value.
  const lossy = new Set<string>();
  if (capcode.lossy) lossy.add('capcode');
  if (country.lossy) lossy.add('country');
  if (archived === true && timeArchived === null) lossy.add('archived');
  // Another archive with this API sends names of other sites.
  const { time: mediaTime, lossy: isNamed } = readFileTime(post);
  if (isNamed) lossy.add('tim');
  const fileDeleted = post.flag('filedeleted') === true && !MISSING_IN_ARCHIVE.has(post.text('media_status') ?? '');
  const fields: PostFields = {
    ...ABSENT_FIELDS,
    num,
    subnum: 0,
    thread: opener ? num : resto,
    opener,
    timePosted,
    timeArchived,
    name: post.text('name', decodeHTMLStrict),
    tripcode: post.text('trip'),
    capcode: capcode.letter,
    posterid: post.text('id', (id) => (id === 'Developer' ? 'Dev' : id)),
    country: country.column,
    email: post.text('email', decodeHTMLStrict),
    subject: post.text('sub', decodeHTMLStrict),
    comment,
    ...readFile(post),
    mediaTime,
    spoiler: post.flag('spoiler') ?? false,
    // An opener without the field is known not to be sticky; a reply cannot be.
    sticky: opener || sticky === true ? sticky : null,
    closed: opener || closed === true ? closed : null,
    posters: positive(post.optionalInteger('unique_ips', 0, Number.MAX_SAFE_INTEGER), clampCount),
    replies: post.optionalInteger('replies', 0, Number.MAX_SAFE_INTEGER),
    extra: readExtra(post, warnings, { ...NAMES, lossy }, pictureFacts(comment)),
  };
  return { fileDeleted, fields, ...(post.isIncomplete && { isIncomplete: true }) };
}

function readFile(post: JsonFields) {
  const size = (name: string): number | null => positive(post.optionalInteger(name, 0, MAX_INT));
  return {
    mediaHash: post.md5('md5'),
    mediaName: post.text('filename', decodeHTMLStrict),
    mediaType: post.ending('ext'),
    mediaSize: size('fsize'),
    mediaDimsSrcW: size('w'),
    mediaDimsSrcH: size('h'),
    mediaDimsThbW: size('tn_w'),
    mediaDimsThbH: size('tn_h'),
  };
}
