/** One post of the FoolFuuka API → the columns of an archive's row. docs/FIELDS.md has the table. */
import { decodeHTMLStrict } from 'entities/decode';
import { ABSENT_FIELDS } from '../../../mappings/absent-fields.ts';
import { MAX_EXTRA_FILES, type ObservedFile } from '../../../mappings/file-fields.ts';
import { clampCount, type PostFields, type PostObservation } from '../../../mappings/post.ts';
import { JsonFields } from '../json-fields.ts';
import type { ParseWarnings } from '../parse-result.ts';
import { MAX_INT, MAX_TIME, countryColumn, positive, toDate, words } from '../columns.ts';
import { readExtra } from '../extra.ts';
import { bbcodeToHtml, linkedThreads } from '../../../mappings/comment/bbcode.ts';

/** The context for resolving links in a comment. */
export interface ThreadLinks {
  /** The board's name in the archive, and ours. */
  readonly board: string;
  readonly ownBoard: string;
  /** Returns whether the thread has a post with this number. */
  readonly has: (num: number) => boolean;
}

export const IN_COLUMNS = words(
  'num subnum thread_num op timestamp timestamp_expired capcode email name trip title comment poster_hash',
  'poster_country sticky locked deleted media extra_files exif troll_country_code unique_ips',
);
export const IN_EXTRA = words('poster_country_name troll_country_name since4pass extra_data');
/** Facts about the archive and not the post, and repetitions of other fields in another form. */
export const DROPPED = words(
  'doc_id fourchan_date formatted board nreplies nimages comment_sanitized comment_processed title_processed',
  'name_processed email_processed trip_processed poster_hash_processed poster_country_name_processed',
);
const MEDIA_DROPPED = words(
  'media_id spoiler preview_orig preview_op preview_reply preview_w preview_h media_filename media_w media_h media_size',
  'media_hash media_orig exif total banned safe_media_hash remote_media_link media_link thumb_link',
  'media_filename_processed sha256 sha256t replay_link',
);

/** @throws RefusedError if the number, the thread or the time is missing or unreadable. */
export function readPost(post: JsonFields, links: ThreadLinks, warnings: ParseWarnings): PostObservation {
  const num = post.integer('num', 1, Number.MAX_SAFE_INTEGER);
  // Part of the post's number.
  const subnum = post.raw('subnum') === null ? 0 : post.integer('subnum', 0, MAX_INT);
  const isMarked = post.flag('op');
  const thread = isMarked === true ? num : post.integer('thread_num', 1, Number.MAX_SAFE_INTEGER);
  const opener = isMarked ?? (thread === num && subnum === 0);
  const timePosted = toDate(post.time('timestamp', MAX_TIME));
  const exif = readExif(post, warnings);
  const expired = positive(post.optionalTime('timestamp_expired', MAX_TIME), toDate);
  const deleted = post.flag('deleted') === true;
  const sticky = post.flag('sticky');
  const closed = post.flag('locked');
  const trollFlag = textOrFalse(post, 'troll_country_code') ?? exif.trollCountry;
  const country = countryColumn(post.text('poster_country'), trollFlag);
  const media = post.raw('media');
  const isObject = typeof media === 'object' && media !== null && !Array.isArray(media);
  if (media !== null && !isObject) post.drop('media');
  const file = isObject ? readMedia(new JsonFields(media, `${post.path}.media`, warnings, true), warnings) : null;
  if (isLocalTime(timePosted, file?.columns.mediaTime ?? null)) warnings.add('local_time');
  const lossy = new Set(country.lossy ? ['poster_country'] : []);
  const names = { inColumns: IN_COLUMNS, inExtra: IN_EXTRA, dropped: droppedNames(post), lossy };
  const fields: PostFields = {
    ...ABSENT_FIELDS,
    num,
    subnum,
    thread,
    opener,
    timePosted,
    // The archive has one column for the time of deletion and of archiving.
    timeArchived: opener && !deleted ? expired : null,
    name: post.text('name'),
    tripcode: post.text('trip'),
    capcode: post.text('capcode', (letter) => (letter === 'N' ? '' : letter)),
    posterid: post.text('poster_hash', (id) => (id === 'Developer' ? 'Dev' : id)),
    country: country.column,
    email: post.text('email'),
    subject: post.text('title'),
    comment: exif.comment ?? readComment(post, links),
    ...file?.columns,
    spoiler: file?.spoiler ?? false,
    sticky: opener || sticky === true ? sticky : null,
    closed: opener || closed === true ? closed : null,
    posters: positive(post.optionalInteger('unique_ips', 0, Number.MAX_SAFE_INTEGER), clampCount) ?? exif.posters,
    extra: readExtra(post, warnings, names, { ...exif.extra, ...file?.extra }),
  };
  const extraFiles = readExtraFiles(post, warnings);
  const isIncomplete = post.isIncomplete || file?.isIncomplete === true;
  return {
    fileDeleted: false,
    ...(deleted && { deletion: { time: expired } }),
    fields,
    ...(extraFiles !== undefined && { extraFiles }),
    ...(isIncomplete && { isIncomplete }),
  };
}

/** The files after the first in the API of another Sagasu; undefined if the post states no list, or one that cannot be read. */
function readExtraFiles(post: JsonFields, warnings: ParseWarnings): readonly ObservedFile[] | undefined {
  const list = post.raw('extra_files');
  if (list === null) return undefined;
  const isList = Array.isArray(list) && list.length <= MAX_EXTRA_FILES;
  if (
    !isList ||
    !list.every((media: unknown) => typeof media === 'object' && media !== null && !Array.isArray(media))
  ) {
    post.drop('extra_files');
    return undefined;
  }
  return list.map((media: unknown, at) => {
    const fields = new JsonFields(media, `${post.path}.extra_files[${at}]`, warnings, true);
    const { columns, spoiler, extra, isIncomplete } = readMedia(fields, warnings);
    return { place: at + 1, ...columns, spoiler, extra: Object.keys(extra).length === 0 ? null : extra, isIncomplete };
  });
}

/** Names of fields that are not stored: also those with false or an empty collection, which PHP prints for null. */
function droppedNames(post: JsonFields): ReadonlySet<string> {
  const empty = post.names().filter((name) => {
    const value = post.raw(name);
    return value === false || value === '' || (Array.isArray(value) && value.length === 0);
  });
  return new Set([...DROPPED, ...empty]);
}

function readComment(post: JsonFields, links: ThreadLinks): string | null {
  const comment = post.text('comment');
  if (comment === null) return null;
  return bbcodeToHtml(comment, { ...links, threadOf: linkedThreads(post.text('comment_processed') ?? '') });
}

function readMedia(media: JsonFields, warnings: ParseWarnings) {
  const size = (name: string): number | null => positive(media.optionalInteger(name, 0, MAX_INT));
  const original = media.text('media_orig');
  const [, digits, type] = /^(\d{1,16})\.(\w{1,8})$/.exec(original ?? '') ?? [];
  const fileName = media.text('media_filename', decodeHTMLStrict);
  const columns = {
    mediaTime: digits === undefined ? null : positive(safe(digits, media)),
    mediaHash: media.md5('media_hash'),
    mediaName: fileName?.replace(/\.\w{1,8}$/, '') || null,
    mediaType: (type ?? /\.(\w{1,8})$/.exec(fileName ?? '')?.[1])?.toLowerCase() ?? null,
    mediaSize: size('media_size'),
    mediaDimsSrcW: size('media_w'),
    mediaDimsSrcH: size('media_h'),
    mediaDimsThbW: size('preview_w'),
    mediaDimsThbH: size('preview_h'),
  };
  // The archive stores a file once, under the name of the first post that had it.
  const stored = media.text('media');
  const dropped = new Set([...MEDIA_DROPPED, ...(media.raw('media_status') === 'normal' ? ['media_status'] : [])]);
  if (stored === original) dropped.add('media');
  const kept = {
    inColumns: new Set<string>(),
    inExtra: words('media media_status'),
    dropped,
    lossy: new Set<string>(),
  };
  const more = digits === undefined && original !== null ? { media_orig: original } : {};
  const spoiler = media.flag('spoiler') ?? false;
  const extra = readExtra(media, warnings, kept, more) ?? {};
  return { columns, spoiler, extra, isIncomplete: media.isIncomplete };
}

function safe(digits: string, media: JsonFields): number | null {
  const number = Number(digits);
  if (Number.isSafeInteger(number)) return number;
  media.drop('media_orig');
  return null;
}

interface Exif {
  readonly posters: number | null;
  readonly trollCountry: string | null;
  /** The source's HTML, which some scrapers stored here. */
  readonly comment: string | null;
  readonly extra: Readonly<Record<string, unknown>>;
}

/** A text with JSON: the photograph's EXIF, and any values for which the archive's scraper had no column. */
function readExif(post: JsonFields, warnings: ParseWarnings): Exif {
  const text = post.text('exif');
  const nothing = { posters: null, trollCountry: null, comment: null };
  if (text === null) return { ...nothing, extra: {} };
  const parsed = parseObject(text);
  if (parsed === null) {
    warnings.add('exif_not_json');
    return { ...nothing, extra: { exif: text } };
  }
  const { uniqueIps, since4pass, trollCountry, comment, ...rest } = parsed;
  const posters = Number(uniqueIps);
  return {
    posters: Number.isSafeInteger(posters) && posters > 0 ? clampCount(posters) : null,
    trollCountry: new JsonFields({ trollCountry }, `${post.path}.exif`, warnings).text('trollCountry'),
    comment: new JsonFields({ comment }, `${post.path}.exif`, warnings).text('comment'),
    extra: {
      ...(since4pass !== undefined && since4pass !== null && { since4pass: numberOr(since4pass) }),
      ...(typeof trollCountry === 'string' && trollCountry !== '' && { troll_country: trollCountry }),
      ...(Object.keys(rest).length > 0 && { exif: rest }),
    },
  };
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && Object.values(value).every(isPlain) ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}

/** Returns whether the value is neither nested nor a number past 2^53, which has lost digits. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  return typeof value !== 'object' || value === null;
}

function numberOr(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
}

function textOrFalse(post: JsonFields, name: string): string | null {
  return post.raw(name) === false ? null : post.text(name);
}

/** Returns whether the time is four or five hours before the file name's: New York time that was stored as UTC. */
function isLocalTime(posted: Date, mediaTime: number | null): boolean {
  if (mediaTime === null || mediaTime < 1e12 || mediaTime > 1e13) return false;
  const hours = (mediaTime - posted.getTime()) / 3_600_000;
  return Math.abs(hours - 4) < 0.05 || Math.abs(hours - 5) < 0.05;
}
