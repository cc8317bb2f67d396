import type { Post } from '../post.ts';
import type { SelectedFields } from '../postgres/post-row.ts';
import { EMPTY_POST } from '../postgres/post-columns.ts';
import { DOCUMENT_COLUMNS } from './document-columns.ts';
import { extraFilesOf, isOfAnyFile } from './document-files.ts';
import type { DocumentRest } from './document-rest.ts';

/** The `_source` of a document made by `toPostDocument`, parsed from JSON. */
export interface PostSource {
  readonly board: string;
  readonly num: number;
  readonly subnum: number;
  readonly rev: number;
  readonly state: string;
  readonly [field: string]: unknown;
}

/**
 * Returns the post that a document was made of, for answers from Elasticsearch alone. It equals the row, except that empty texts are
 * null. Returns null for the stub of a purged post.
 */
export function postOfDocument(source: PostSource): Post | null {
  const rest = source['rest'] as DocumentRest | undefined;
  if (source.state === 'purged' || rest === undefined) return null;
  const values: Record<string, unknown> = { ...EMPTY_POST };
  values['board'] = source.board;
  values['hidden'] = source.state === 'hidden';
  // `rest` also has the texts that folding changed.
  for (const { name, field, decode } of DOCUMENT_COLUMNS)
    values[field] = decode(rest[name] ?? (isOfAnyFile(rest, name) ? undefined : source[name]));
  const extraFiles = extraFilesOf(rest);
  if (extraFiles !== undefined) values['extraFiles'] = extraFiles;
  return values as unknown as SelectedFields & { readonly board: string };
}
