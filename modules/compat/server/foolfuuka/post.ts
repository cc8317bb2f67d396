/**
 * A post in FoolFuuka's API, the inverse of `scraper/sources/foolfuuka/post.ts`. Numbers and flags are strings, as FoolFuuka reads them
 * from its database, and clients compare them with `=== '1'`; only `timestamp` is a number.
 */
import { parseComment } from '../../../../mappings/comment/parse.ts';
import type { Post } from '../../../../mappings/post.ts';
import { countryName } from '../../../../mappings/search/values/country.ts';
import { shortNewYorkTime } from '../../../../mappings/new-york-time.ts';
import { escapeHtml } from '../../../../mappings/comment/print-html.ts';
import { bbcodeOf, losesMarkup } from './bbcode.ts';
import { commentHtml } from './comment-html.ts';
import { foolFuukaMedia } from './media.ts';
import type { PrintContext } from './site.ts';
import type { BoardImage } from './file-names.ts';

/** A post with its `doc_id`: the order in which the archive stored posts. */
export interface ArchivedPost {
  readonly post: Post;
  readonly docId: string;
  /** The image as the posts of the board show it; absent where it was not read. */
  readonly image?: BoardImage;
  /** When any of the posts with the image last changed. */
  readonly imageModified?: Date;
}

/** Counts of a thread, for its opening post in the gallery. */
export interface ThreadCounts {
  readonly replies: number;
  readonly images: number;
}

export type FoolFuukaPost = Readonly<Record<string, unknown>>;

export function foolFuukaPost(
  { post, docId, image }: ArchivedPost,
  { site, boards, filesAtSource }: PrintContext,
  counts: ThreadCounts | null = null,
): FoolFuukaPost {
  const board = boards.get(post.board);
  const { tokens } = parseComment(post.comment ?? '');
  const comment = post.comment === null ? null : bbcodeOf(tokens);
  const place = { site, board: post.board, thread: post.thread, isHere: (name: string) => boards.has(name) };
  const exif = exifOf(post, losesMarkup(tokens));
  const country = countryOf(post);
  const atSource = filesAtSource.get(post.board) ?? null;
  return {
    doc_id: docId,
    num: String(post.num),
    subnum: String(post.subnum),
    thread_num: String(post.thread),
    op: flag(post.opener),
    timestamp: seconds(post.timePosted),
    timestamp_expired: expiryOf(post),
    capcode: post.capcode ?? 'N',
    email: post.email,
    name: post.name,
    trip: post.tripcode,
    title: post.subject,
    comment,
    poster_hash: post.posterid,
    poster_country: country.code,
    sticky: flag(post.sticky === true),
    locked: flag(post.closed === true),
    deleted: flag(post.timeDeletedPost !== null),
    nreplies: counts === null ? null : String(counts.replies),
    nimages: counts === null ? null : String(counts.images),
    fourchan_date: shortNewYorkTime(post.timePosted),
    comment_sanitized: comment ?? '',
    comment_processed: commentHtml(tokens, place),
    ...(post.isCommentCut === true && { comment_truncated: true }),
    formatted: false,
    title_processed: escaped(post.subject),
    name_processed: escaped(post.name),
    email_processed: escaped(post.email),
    trip_processed: escaped(post.tripcode),
    poster_hash_processed: escaped(post.posterid),
    poster_country_name: country.name ?? false,
    poster_country_name_processed: escapeHtml(country.name ?? ''),
    troll_country_code: country.troll ?? false,
    troll_country_name: country.trollName ?? false,
    since4pass: textOf(post.extra?.['since4pass']),
    unique_ips: post.posters === null ? null : String(post.posters),
    extra_data: post.extra?.['extra_data'] ?? [],
    exif,
    media: foolFuukaMedia(post, { site, exif, image: image ?? null, atSource }),
    ...(post.extraFiles !== undefined && {
      extra_files: post.extraFiles
        .map((file) => foolFuukaMedia({ ...post, ...file }, { site, exif: null, image: null, atSource }))
        .filter((media) => media !== null),
    }),
    board: { name: board?.title ?? post.board, shortname: post.board },
  };
}

/** FoolFuuka has one column for deleted and archived, and prints the string '0' if it is neither. */
function expiryOf(post: Post): string | number {
  const expired = post.timeDeletedPost ?? (post.opener ? post.timeArchived : null);
  return expired === null ? '0' : seconds(expired);
}

interface Country {
  readonly code: string | null;
  readonly name: string | null;
  readonly troll: string | null;
  readonly trollName: string | null;
}

const TROLL = 'troll:';

function countryOf({ country, extra }: Post): Country {
  const name = textOf(extra?.['country_name']) ?? textOf(extra?.['poster_country_name']);
  const trollName = textOf(extra?.['flag_name']) ?? textOf(extra?.['troll_country_name']);
  const isTroll = country?.startsWith(TROLL) === true;
  // A board's own flag may come beside a country or instead of one.
  const flagged = textOf(extra?.['board_flag']) ?? textOf(extra?.['troll_country']);
  const code = isTroll ? null : country;
  return {
    code,
    name: name ?? (code === null ? null : countryName(code)),
    troll: flagged ?? (isTroll ? country.slice(TROLL.length).toUpperCase() : null),
    trollName,
  };
}

/** Facts that FoolFuuka has no column for, as a JSON string; also the source's HTML if `comment` loses markup. */
function exifOf({ posters, comment, extra }: Post, withComment: boolean): string | null {
  if (extra === null && posters === null && !withComment) return null;
  const { exif, oekaki, since4pass, troll_country: trollCountry } = extra ?? {};
  if (typeof exif === 'string') return exif;
  const facts = {
    ...(posters !== null && { uniqueIps: String(posters) }),
    ...(since4pass !== undefined && { since4pass: textOf(since4pass) }),
    ...(trollCountry !== undefined && { trollCountry }),
    ...objectOf(exif),
    ...objectOf(oekaki),
    ...(withComment && { comment }),
  };
  return Object.keys(facts).length === 0 ? null : JSON.stringify(facts);
}

function objectOf(value: unknown): object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

function flag(value: boolean): string {
  return value ? '1' : '0';
}

function escaped(text: string | null): string | null {
  return text === null ? null : escapeHtml(text);
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}
