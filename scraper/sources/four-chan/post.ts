/** One post of the 4chan API → the columns of an archive's row. docs/FIELDS.md has the table. */
import { decodeHTMLStrict } from 'entities/decode';
import { clampCount } from '../../../mappings/post.ts';
import type { JsonFields } from '../../json-fields.ts';
import { RefusedError, type OddityCount } from '../../reading.ts';
import type { PostObservation } from '../../source.ts';
import { makeStorableJson } from '../../storable.ts';
import { capcodeLetter } from './capcode.ts';

const MAX_INT = 2 ** 31 - 1;
/** The end of the year 9999, in seconds. */
const MAX_TIME = 253_402_300_799;

/** Fields that columns hold, or (`now`, `resto`) that follow from other fields. */
const IN_COLUMNS = words(
  'no resto now time name trip id capcode country email sub com',
  'tim filename ext md5 fsize w h tn_w tn_h filedeleted spoiler',
  'sticky closed archived archived_on unique_ips replies',
);

/** Fields that are kept in `extra` as they are. */
const IN_EXTRA = words(
  'country_name board_flag flag_name troll_country since4pass capcode_replies',
  'custom_spoiler m_img tag images bumplimit imagelimit semantic_url sticky_cap tail_size tail_id',
);

/** Facts about a list of threads, which index and catalog add to an opener. */
const OF_LISTS = words('last_modified omitted_posts omitted_images last_replies');

/** The source's words for "not known" and for the satellite providers. */
const NO_COUNTRY = words('XX A1');

/** @throws RefusedError when a field that has a column is missing, mistyped or out of range. */
export function readPost(post: JsonFields, oddities: OddityCount): PostObservation {
  const num = post.integer('no', 1, Number.MAX_SAFE_INTEGER);
  const resto = post.integer('resto', 0, Number.MAX_SAFE_INTEGER);
  const opener = resto === 0;
  const archived = post.flag('archived');
  const timeArchived = positive(post.optionalInteger('archived_on', 0, MAX_TIME), toDate);
  const sticky = post.flag('sticky');
  // The source closes a thread when it archives it: only what was closed while it lived counts.
  const closed = post.flag('closed') && !archived;
  const country = post.text('country');
  const trollFlag = post.text('board_flag') ?? post.text('troll_country');
  const staff = post.text('capcode');
  const capcode = capcodeLetter(staff);
  // Where the column says less than the source, the source's own word is kept beside it.
  const lossy = new Set<string>();
  if (capcode.lossy) {
    lossy.add('capcode');
    oddities.add(`capcode_word:${staff}`);
  }
  if (country !== null && NO_COUNTRY.has(country)) lossy.add('country');
  if (archived && timeArchived === null) lossy.add('archived');
  return {
    fileDeleted: post.flag('filedeleted'),
    fields: {
      num,
      subnum: 0,
      thread: opener ? num : resto,
      opener,
      timePosted: toDate(post.integer('time', 0, MAX_TIME)),
      timeArchived,
      name: post.text('name', decodeHTMLStrict),
      tripcode: post.text('trip'),
      capcode: capcode.letter,
      posterid: post.text('id', (id) => (id === 'Developer' ? 'Dev' : id)),
      country: countryColumn(country, trollFlag),
      email: post.text('email', decodeHTMLStrict),
      subject: post.text('sub', decodeHTMLStrict),
      comment: post.text('com'),
      ...readFile(post),
      spoiler: post.flag('spoiler'),
      // An opener that is not said to be sticky is known not to be; a reply cannot be.
      sticky: opener || sticky ? sticky : null,
      closed: opener || closed ? closed : null,
      posters: positive(post.optionalInteger('unique_ips', 0, Number.MAX_SAFE_INTEGER), clampCount),
      replies: clampOrNull(post.optionalInteger('replies', 0, Number.MAX_SAFE_INTEGER)),
      extra: readExtra(post, oddities, lossy),
    },
  };
}

function readFile(post: JsonFields) {
  const size = (name: string): number | null => positive(post.optionalInteger(name, 0, MAX_INT));
  return {
    mediaTime: positive(post.optionalInteger('tim', 0, Number.MAX_SAFE_INTEGER)),
    mediaHash: readMd5(post.text('md5')),
    mediaName: post.text('filename', decodeHTMLStrict),
    mediaType: post.text('ext', (ext) => ext.replace(/^\./, '').toLowerCase()),
    mediaSize: size('fsize'),
    mediaDimsSrcW: size('w'),
    mediaDimsSrcH: size('h'),
    mediaDimsThbW: size('tn_w'),
    mediaDimsThbH: size('tn_h'),
  };
}

/** 16 bytes in base64. */
function readMd5(text: string | null): Uint8Array | null {
  if (text === null) return null;
  if (!/^[A-Za-z0-9+/]{21}[AQgw]==$/.test(text)) {
    throw new RefusedError('out_of_range', `md5 must be 16 bytes in base64, not ${JSON.stringify(text.slice(0, 80))}`);
  }
  return Buffer.from(text, 'base64');
}

function countryColumn(country: string | null, trollFlag: string | null): string | null {
  if (country !== null && !NO_COUNTRY.has(country)) return country;
  return trollFlag === null ? null : `troll:${trollFlag.toLowerCase()}`;
}

/** Whatever has no column. What nobody here has heard of is kept too, and counted. */
function readExtra(
  post: JsonFields,
  oddities: OddityCount,
  lossy: ReadonlySet<string>,
): Readonly<Record<string, unknown>> | null {
  const names = post
    .names()
    .filter((name) => lossy.has(name) || !(IN_COLUMNS.has(name) || OF_LISTS.has(name) || post.raw(name) === null));
  if (names.length === 0) return null;
  for (const name of names) if (!IN_COLUMNS.has(name) && !IN_EXTRA.has(name)) oddities.add(`unknown_field:${name}`);
  const extra = Object.fromEntries(names.map((name) => [name, post.raw(name)]));
  return makeStorableJson(extra, (oddity) => oddities.add(oddity)) as Readonly<Record<string, unknown>>;
}

/** The source writes 0 where it does not know. */
function positive(value: number | null): number | null;
function positive<T>(value: number | null, convert: (value: number) => T): T | null;
function positive<T>(value: number | null, convert?: (value: number) => T): T | number | null {
  if (value === null || value === 0) return null;
  return convert === undefined ? value : convert(value);
}

function clampOrNull(value: number | null): number | null {
  return value === null ? null : clampCount(value);
}

function toDate(seconds: number): Date {
  return new Date(seconds * 1000);
}

function words(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}
