import { commentLinks, type CommentLinks } from '../comment/plain-text.ts';
import { parseComment } from '../comment/parse.ts';
import { exifValues, withStoredExif } from '../comment/exif.ts';
import { textParts } from '../comment/text-parts.ts';
import { foldFileName, foldText } from '../text-analysis/fold.ts';
import { textOfParts } from '../text-analysis/parts.ts';
import { foldFileNameVersion5 } from '../text-analysis/version-5.ts';
import { postChecksums, type PostState } from '../checksum.ts';
import type { Post, PostKey } from '../post.ts';
import { addedToDocument, type AddedValues } from './added-fields.ts';
import type { CORE_FIELDS } from './index-fields.ts';
import type { PostColumnName } from '../postgres/post-columns.ts';
import { withExtraFiles } from './document-files.ts';
import { orAbsent, restOf, type IndexedTexts } from './document-rest.ts';
import { MAPPING_VERSION } from './post-index.ts';
import { fieldsOfVersion5 } from './version-5.ts';
import { cutHtml, MAX_INDEXED_COMMENT } from '../text-limits.ts';

/** A post with the values that modules add to its document. They change in the transactions that give the post a new rev. */
export type IndexedPost = Post & { readonly added?: AddedValues };

/** The document of one row of `posts`. It is written exactly when the row's rev changes. */
export interface PostDocument {
  readonly board: string;
  readonly num: number;
  readonly subnum: number;
  readonly rev: number;
  readonly state: PostState;
  readonly tiebreak: number;
  readonly h1: number;
  readonly h2: number;
  readonly [field: string]: unknown;
}

/** Returns the document's `_id`: `board.num.subnum`. */
export function documentId(key: PostKey): string {
  return `${key.board}.${key.num}.${key.subnum}`;
}

/** Parses an id made by `documentId`; boards' names have no dots. Other ids yield NaN for num or subnum. */
export function keyOfDocumentId(id: string): PostKey {
  const [board = '', num, subnum] = id.split('.');
  return { board, num: Number(num), subnum: Number(subnum) };
}

/**
 * Posts with the same time and num differ in board or subnum, so the tiebreak combines both. 2^20 ghost posts per post are
 * more than enough.
 */
const TIEBREAK_SUBNUMS = 2 ** 20;

/** Returns the subnum of the post whose document has this tiebreak. */
export function subnumOfTiebreak(tiebreak: number): number {
  return tiebreak % TIEBREAK_SUBNUMS;
}

/** The index that gets a document. */
interface DocumentTarget {
  /** False for an index that needs only the searched fields. */
  readonly hasDocuments?: boolean;
  readonly mappingVersion?: number;
}

/** Returns the document of a post: a whole document, or for a purged post a stub without content. */
export function toPostDocument(
  post: IndexedPost,
  boardId: number,
  { hasDocuments = true, mappingVersion = MAPPING_VERSION }: DocumentTarget = {},
): PostDocument {
  if (post.timePurged !== null) return fixedFields(post, boardId);
  const document = toWholeDocument(post, boardId, hasDocuments);
  if (mappingVersion >= 6) return withExtraFiles(document, post, { fold: foldFileName, parts: textOfParts });
  return withExtraFiles({ ...document, ...fieldsOfVersion5(post, hasDocuments) }, post, { fold: foldFileNameVersion5 });
}

/** The names of the fields of every document. Their values can be read without the document. */
export const FIXED_FIELDS = ['board', 'num', 'subnum', 'rev', 'state', 'tiebreak', 'h1', 'h2'] as const;

/** The fields of every document; a stub has only these. A purge writes a stub, because a late write could undo a deletion. */
export function fixedFields(
  post: Post,
  boardId: number,
): PostDocument & Readonly<Record<(typeof FIXED_FIELDS)[number], unknown>> {
  const state = stateOf(post);
  return {
    board: post.board,
    num: post.num,
    subnum: post.subnum,
    rev: post.rev,
    state,
    tiebreak: boardId * TIEBREAK_SUBNUMS + Math.min(post.subnum, TIEBREAK_SUBNUMS - 1),
    ...postChecksums({ num: post.num, subnum: post.subnum, rev: post.rev, state }),
  };
}

/** Returns a post's state, as documents and checksums hold it. */
export function stateOf(post: Pick<Post, 'hidden' | 'timePurged'>): PostState {
  if (post.timePurged !== null) return 'purged';
  return post.hidden ? 'hidden' : 'visible';
}

/** The columns with a mapping. */
type SearchedColumn = PostColumnName & keyof typeof CORE_FIELDS;

/**
 * Empty fields are undefined, which JSON drops. One literal of a fixed shape: rebuilds run this for every post, and a loop over the columns
 * takes a third longer.
 */
function toWholeDocument(post: IndexedPost, boardId: number, hasDocuments: boolean): PostDocument {
  const html = post.comment === null ? null : cutHtml(post.comment, MAX_INDEXED_COMMENT);
  const { extra } = post;
  const tokens = withStoredExif(parseComment(html ?? '').tokens, extra);
  const { written: comment, exif, notice } = textParts(tokens);
  const links = commentLinks(tokens);
  const folded: IndexedTexts = {
    comment: foldText(comment),
    subject: post.subject && foldText(post.subject),
    mediaName: post.mediaName && foldFileName(post.mediaName),
  };
  const document = {
    ...fixedFields(post, boardId),
    thread: post.thread,
    thread_id: `${post.board}.${post.thread}`,
    opener: post.opener,
    time_posted: post.timePosted.getTime(),
    time_modified: post.timeModified.getTime(),
    time_deleted_post: post.timeDeletedPost?.getTime(),
    time_deleted_file: post.timeDeletedFile?.getTime(),
    time_archived: post.timeArchived?.getTime(),
    name: orAbsent(post.name),
    name_folded: foldedName(post.name),
    tripcode: orAbsent(post.tripcode),
    capcode: orAbsent(post.capcode),
    posterid: orAbsent(post.posterid),
    country: orAbsent(post.country),
    email: orAbsent(post.email),
    subject: orAbsent(folded.subject),
    comment: orAbsent(folded.comment),
    media_hash: orAbsent(post.mediaHash && toBase64(post.mediaHash)),
    media_hash_src: orAbsent(post.mediaHashSrc && toHex(post.mediaHashSrc)),
    media_name: orAbsent(folded.mediaName),
    media_type: orAbsent(post.mediaType),
    media_size: post.mediaSize ?? undefined,
    media_dims_src_w: post.mediaDimsSrcW ?? undefined,
    media_dims_src_h: post.mediaDimsSrcH ?? undefined,
    spoiler: post.spoiler,
    sticky: post.sticky ?? undefined,
    closed: post.closed ?? undefined,
    posters: post.posters ?? undefined,
    replies: post.replies ?? undefined,
    quotes: links.posts.length === 0 ? undefined : quotesOf(links, post.board),
    domains: links.domains.length === 0 ? undefined : links.domains,
    length: comment.length,
    subject_length: post.subject?.length || undefined,
    images: post.images ?? undefined,
    exif: exif === '' ? undefined : foldText(exif),
    exif_values: exif === '' ? undefined : exifValues(tokens),
    notices: notice === '' ? undefined : foldText(notice),
    subject_parts: post.subject ? textOfParts(post.subject) : undefined,
    media_name_parts: post.mediaName ? textOfParts(post.mediaName) : undefined,
    since4pass: extra === null ? undefined : smallInteger(extra['since4pass']),
    rest: hasDocuments ? restOf(post, html, folded) : undefined,
  } satisfies Readonly<Record<SearchedColumn, unknown>> & PostDocument;
  return post.added === undefined ? document : { ...document, ...addedToDocument(post.added) };
}

function quotesOf({ posts }: CommentLinks, board: string): readonly string[] {
  const ids = posts.map((target) => `${target.board ?? board}.${target.num}`);
  // A post may be quoted with and without its board. Most comments quote one post.
  return ids.length === 1 ? ids : [...new Set(ids)];
}

/** `name` is as it was written, because its values are counted. */
function foldedName(name: string | null): string | undefined {
  const folded = name === null ? null : foldText(name);
  return folded === name ? undefined : orAbsent(folded);
}

/** `extra` holds what the source sent. Returns undefined for values that the mapping's integer type cannot hold. */
function smallInteger(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? value : undefined;
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
