/** A hit as Elasticsearch returns it: the part of its response that is read before the post is read from PostgreSQL. */
import type { estypes } from '@elastic/elasticsearch';
import { documentId, subnumOfTiebreak } from '../../../mappings/elasticsearch/post-document.ts';
import type { PostSource } from '../../../mappings/elasticsearch/document-post.ts';
import type { PostKey } from '../../../mappings/post.ts';

/** A hit's place in the order: its values of the sort fields, as `search_after` takes them. */
export type SortValues = readonly number[];

/** A document and its place in the order. */
export interface HitPlace {
  /** Document id. */
  readonly id: string;
  readonly key: PostKey;
  /** The index's name; null for a post that was not found by a search, such as one that a post links to. */
  readonly index: string | null;
  readonly sortValues: SortValues;
  /** Number of hits in its thread, of which this is the first; only where hits are grouped by thread. */
  readonly threadHits?: number;
}

export interface IndexHit extends HitPlace {
  /** Names of the conditions that the hit meets, of those that have a name in the query. */
  readonly met?: readonly string[];
  /** Present if the request asked for documents. */
  readonly document?: PostSource;
}

/** Avoids everything that Elasticsearch would read from stored fields, a block of which must be decompressed for each hit. */
export const NOTHING_STORED = { stored_fields: '_none_', _source: false } as const;

/** Makes a search return what `placeOf` reads, for a search of these boards. Indices may be shared, so that their names are not enough. */
export function withBoards(boards: readonly string[] | null) {
  return boards?.length === 1 ? {} : { docvalue_fields: ['board'] };
}

/**
 * The place of a hit of a search whose order ends with POST_SORT. The sort values contain the number, and the board is a column of the
 * index or known from the search, so that the document's id need not be read.
 * @throws Error for a hit without a board
 */
export function placeOf(
  boards: readonly string[] | null,
  { _index: index, fields, sort = [] }: Pick<estypes.SearchHit, '_index' | 'fields' | 'sort'>,
): HitPlace {
  const [board] = boards?.length === 1 ? boards : ((fields?.['board'] as readonly string[] | undefined) ?? []);
  if (board === undefined) throw new Error(`a hit in ${index} has no board`);
  const sortValues = sort as number[];
  const [num = Number.NaN, tiebreak = Number.NaN] = sortValues.slice(-2);
  const key = { board, num, subnum: subnumOfTiebreak(tiebreak) };
  return { id: documentId(key), key, index, sortValues };
}
