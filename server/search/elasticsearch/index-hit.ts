/** A hit as Elasticsearch returns it: the part of its response that is read before the post is read from PostgreSQL. */
import type { estypes } from '@elastic/elasticsearch';
import { documentId, subnumOfTiebreak } from '../../../mappings/elasticsearch/post-document.ts';
import { parseIndexName } from '../../../mappings/elasticsearch/index-names.ts';
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

/**
 * The place of a hit of a search whose order ends with POST_SORT. The index determines the board, and the sort values contain the
 * number, so that the document's id need not be read.
 * @throws Error for an index that is not ours
 */
export function placeOf(
  indexPrefix: string,
  { _index: index, sort = [] }: Pick<estypes.SearchHit, '_index' | 'sort'>,
): HitPlace {
  const board = parseIndexName(indexPrefix, index)?.board;
  if (board === undefined) throw new Error(`a hit is in ${index}, which is no index of posts`);
  const sortValues = sort as number[];
  const [num = Number.NaN, tiebreak = Number.NaN] = sortValues.slice(-2);
  const key = { board, num, subnum: subnumOfTiebreak(tiebreak) };
  return { id: documentId(key), key, index, sortValues };
}
