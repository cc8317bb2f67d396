/**
 * Filters that admins set: phrases and regular expressions, matched in linear time against the texts of a post. Pure: a thread of its
 * own runs `judge` for the scraper, imports and the server (store/matching/).
 */
import { parseComment } from './comment/parse.ts';
import { commentPlainText } from './comment/plain-text.ts';
import { linearRegexp, MAX_TEXT } from './linear-regexp.ts';
import { foldPlain } from './text-analysis/fold.ts';
import { FILTER_ACTIONS, type FilterAction, type FilterField, type FilterKind } from './post-filter-names.ts';

export interface PostFilter {
  readonly id: number;
  readonly kind: FilterKind;
  /** '' for `deleted`; for `files` a digest of the list. */
  readonly pattern: string;
  /** For `files`: MD5s in hexadecimal. */
  readonly files?: ReadonlySet<string>;
  /** The fields in which a phrase or expression is searched. */
  readonly fields: readonly FilterField[];
  readonly action: FilterAction;
}

/** The part of a post that filters check. */
export interface FilteredPost {
  readonly subject: string | null;
  /** HTML as the source writes it; its plain text is matched. */
  readonly comment: string | null;
  readonly name: string | null;
  readonly tripcode: string | null;
  readonly email: string | null;
  /** The uploader's file name, without extension. */
  readonly mediaName: string | null;
  /** MD5 of the file. */
  readonly mediaHash: Uint8Array | null;
  readonly opener: boolean;
  /** True if the source deleted the post. */
  readonly isDeleted: boolean;
}

export interface Verdict {
  readonly filter: number;
  readonly action: FilterAction;
}

/** Characters of a comment's HTML whose plain text is searched. */
export const MAX_HTML = 200_000;

interface CompiledFilter extends PostFilter {
  matches(texts: (field: FilterField) => string, post: FilteredPost): boolean;
}

/** The filters of one board, compiled once for many posts. */
export class PostFilters {
  readonly #filters: readonly CompiledFilter[];

  /** @throws RegexpError for an expression that is refused. */
  constructor(filters: readonly PostFilter[]) {
    this.#filters = filters.map(compile);
  }

  get isEmpty(): boolean {
    return this.#filters.length === 0;
  }

  /** The strongest action of the filters that match, with the first filter that has it; null if none matches. */
  judge(post: FilteredPost): Verdict | null {
    const texts = textsOf(post);
    let verdict: Verdict | null = null;
    for (const filter of this.#filters) {
      const action = filter.action === 'refuse' && post.opener ? 'hide' : filter.action;
      if (verdict !== null && strengthOf(action) <= strengthOf(verdict.action)) continue;
      if (filter.matches(texts, post)) verdict = { filter: filter.id, action };
    }
    return verdict;
  }
}

/** The strongest of the verdicts of different filters of one board, which are sorted by id. */
export function strongerVerdict(a: Verdict | null, b: Verdict | null): Verdict | null {
  if (a === null || b === null) return a ?? b;
  const difference = strengthOf(a.action) - strengthOf(b.action);
  if (difference !== 0) return difference > 0 ? a : b;
  return a.filter < b.filter ? a : b;
}

/** True if a filter searches texts, which takes time. */
export function readsTexts({ kind }: Pick<PostFilter, 'kind'>): boolean {
  return kind === 'phrase' || kind === 'regexp';
}

function strengthOf(action: FilterAction): number {
  return FILTER_ACTIONS.indexOf(action);
}

function compile(filter: PostFilter): CompiledFilter {
  if (filter.kind === 'deleted') return { ...filter, matches: (_texts, { isDeleted }) => isDeleted };
  if (filter.kind === 'files') {
    const { files } = filter;
    return { ...filter, matches: (_texts, { mediaHash: md5 }) => md5 !== null && files?.has(toHex(md5)) === true };
  }
  const test = filter.kind === 'phrase' ? phraseTest(filter.pattern) : expressionTest(filter.pattern);
  return { ...filter, matches: (texts) => filter.fields.some((field) => test.test(texts(field))) };
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

function phraseTest(phrase: string): { test(text: string): boolean } {
  const wanted = folded(phrase);
  return { test: (text) => wanted !== '' && folded(text.slice(0, MAX_TEXT)).includes(wanted) };
}

/** A phrase finds what the search finds, within words too. */
function folded(text: string): string {
  return foldPlain(text).replaceAll(/\s+/g, ' ').trim();
}

/** An expression sees the letters of a text as they are written, but not how they are encoded. */
function asExpressionsSee(text: string): string {
  if (/^[\0-\x7F]*$/.test(text)) return text;
  return text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').normalize('NFKC');
}

function expressionTest(pattern: string): { test(text: string): boolean } {
  const expression = linearRegexp(pattern);
  return { test: (text) => expression.test(asExpressionsSee(text)) };
}

/** Each text is computed when a filter first reads it. */
function textsOf(post: FilteredPost): (field: FilterField) => string {
  let comment: string | null = null;
  return (field) => {
    if (field === 'filename') return post.mediaName ?? '';
    if (field !== 'comment') return post[field] ?? '';
    comment ??= filteredText(post.comment);
    return comment;
  };
}

/** The plain text of a comment, which filters match. */
export function filteredText(comment: string | null): string {
  return comment === null ? '' : commentPlainText(parseComment(comment.slice(0, MAX_HTML)).tokens);
}
