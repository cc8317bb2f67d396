/** The part of a document that is not searched, so that a document holds the whole post. */
import type { Post } from '../post.ts';
import { MAX_SHOWN_EXTRA, withinExtra } from '../text-limits.ts';
import { REST_COLUMNS } from './document-columns.ts';

/** The columns that `postOfDocument` needs in addition to the searchable fields, and the texts that folding changed. */
export type DocumentRest = Readonly<Record<string, unknown>>;

/** The texts as they are indexed. */
export interface IndexedTexts {
  readonly comment: string;
  readonly subject: string | null;
  readonly mediaName: string | null;
}

/** `html`: the beginning of the comment that is indexed. */
export function restOf(post: Post, html: string | null, indexed: IndexedTexts): DocumentRest {
  const rest: Record<string, unknown> = {};
  for (const { name, field, encode } of REST_COLUMNS) rest[name] = encode(post[field]);
  return {
    ...rest,
    // The HTML, unless it equals the text that is indexed.
    comment: html === indexed.comment ? undefined : orAbsent(html),
    subject: post.subject === indexed.subject ? undefined : orAbsent(post.subject),
    media_name: post.mediaName === indexed.mediaName ? undefined : orAbsent(post.mediaName),
    extra: withinExtra(post.extra, MAX_SHOWN_EXTRA) ?? undefined,
  };
}

export function orAbsent(text: string | null): string | undefined {
  return text === null || text === '' ? undefined : text;
}
