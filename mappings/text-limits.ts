/**
 * The length limits of post texts: when they are stored, indexed, and shown in an answer. Lengths are in UTF-16 code units. The table of
 * columns has the limits of stored texts.
 */
import type { Post, PostObservation } from './post.ts';
import { TEXT_COLUMNS, type TextColumn } from './postgres/post-columns.ts';

/** Characters in keys and values of `extra`. A row of Asagi keeps its comment there too: at most 65,535 bytes. */
export const MAX_EXTRA = 100_000;

/** The length of a comment's HTML that is indexed. */
export const MAX_INDEXED_COMMENT = 100_000;

/** The most of a comment's HTML that an answer shows. The route of the comment sends all of it. */
export const MAX_SHOWN_COMMENT = 20_000;
/** Comments of this length are always shown whole. */
export const ALWAYS_SHOWN_COMMENT = 1_000;
/** The total length of the longer comments in one answer. */
export const SHOWN_COMMENTS_OF_ANSWER = 1_000_000;
/** Characters in keys and values of `extra` that an answer shows of one post. */
export const MAX_SHOWN_EXTRA = 4_000;

/** A text that is stored in part. */
export interface ShortenedText {
  readonly num: number;
  readonly subnum: number;
  readonly field: string;
  /** The original length. */
  readonly length: number;
  readonly begin: string;
}

const BEGIN_LENGTH = 200;

/**
 * Cuts the texts of a post to the lengths that are stored. `extra.shortened` has the original lengths; `onShortened` is called for each
 * text.
 */
export function withinStored(
  post: PostObservation,
  onShortened: (text: ShortenedText) => void = () => undefined,
): PostObservation {
  const { fields } = post;
  const { num, subnum } = fields;
  const cut: Partial<Record<TextColumn['field'], string>> = {};
  const lengths: Record<string, number> = {};
  const note = (field: string, text: string) => {
    lengths[field] = text.length;
    onShortened({ num, subnum, field, length: text.length, begin: cutText(text, BEGIN_LENGTH) });
  };
  for (const { field, maxLength: max } of TEXT_COLUMNS) {
    const text = fields[field];
    if (text === null || text.length <= max) continue;
    note(field, text);
    cut[field] = field === 'comment' ? cutHtml(text, max) : cutText(text, max);
  }
  const extra = withinExtra(fields.extra, MAX_EXTRA);
  if (extra !== fields.extra) note('extra', JSON.stringify(fields.extra));
  if (Object.keys(lengths).length === 0) return post;
  return { ...post, fields: { ...fields, ...cut, extra: { ...extra, shortened: lengths } } };
}

/** Without the values that exceed `max` together; the same object if none does. Smaller values are kept first. */
export function withinExtra<E extends Readonly<Record<string, unknown>> | null>(extra: E, max: number): E {
  if (extra === null) return extra;
  const sizes = Object.entries(extra).map(([key, value]) => ({ key, value, size: key.length + sizeOf(value) }));
  if (sizes.reduce((sum, { size }) => sum + size, 0) <= max) return extra;
  let left = max;
  const kept = new Set<string>();
  for (const { key, size } of sizes.toSorted((one, other) => one.size - other.size)) {
    if (size > left) break;
    left -= size;
    kept.add(key);
  }
  return Object.fromEntries(Object.entries(extra).filter(([key]) => kept.has(key))) as E;
}

/** Roughly the length of the JSON. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 5;
  return Object.entries(value).reduce((sum, [key, inner]) => sum + key.length + 3 + sizeOf(inner), 2);
}

/** The posts of one answer, with comments cut by `commentLimit`. */
export function withinAnswer(posts: readonly Post[]): readonly Post[] {
  const limit = commentLimit(posts.filter(({ comment }) => (comment?.length ?? 0) > ALWAYS_SHOWN_COMMENT).length);
  return posts.map((post) => (isWithin(post, limit) ? post : shortened(post, limit)));
}

/** The length shown of each comment in an answer with this many comments longer than `ALWAYS_SHOWN_COMMENT`. */
export function commentLimit(longComments: number): number {
  const share = Math.floor(SHOWN_COMMENTS_OF_ANSWER / Math.max(longComments, 1));
  return Math.max(ALWAYS_SHOWN_COMMENT, Math.min(MAX_SHOWN_COMMENT, share));
}

function isWithin({ comment, extra }: Post, limit: number): boolean {
  return (comment?.length ?? 0) <= limit && withinExtra(extra, MAX_SHOWN_EXTRA) === extra;
}

function shortened(post: Post, limit: number): Post {
  const { comment } = post;
  const isLong = comment !== null && comment.length > limit;
  return {
    ...post,
    extra: withinExtra(post.extra, MAX_SHOWN_EXTRA),
    ...(isLong && { comment: cutHtml(comment, limit), isCommentCut: true }),
  };
}

/** The beginning of a text, without half a surrogate pair at its end. */
export function cutText(text: string, length: number): string {
  const cut = text.slice(0, length);
  const last = cut.charCodeAt(cut.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? cut.slice(0, -1) : cut;
}

/** Longer than any tag that our own printers write. */
const MAX_TAG = 1_000;

/** The beginning of HTML, without half a tag or entity at its end. */
export function cutHtml(html: string, length: number): string {
  if (html.length <= length) return html;
  const cut = cutText(html, length);
  const tag = cut.lastIndexOf('<');
  const isOpen = tag > cut.lastIndexOf('>') && cut.length - tag <= MAX_TAG;
  return (isOpen ? cut.slice(0, tag) : cut).replace(/&#?\w{0,32}$/, '');
}
