/** Building blocks of Elasticsearch queries. */
import type { estypes } from '@elastic/elasticsearch';

export type QueryContainer = NonNullable<estypes.QueryDslQueryContainer>;

export const NOTHING: QueryContainer = { match_none: {} };

/** `state` of a document: `visible`, `hidden`, or `purged` (a tombstone without content); see stateOf in post-document.ts. */
export const VISIBLE: QueryContainer = { term: { state: 'visible' } };

export function anyOf(queries: readonly QueryContainer[]): QueryContainer {
  const [first] = queries;
  if (first === undefined) return NOTHING;
  return queries.length === 1 ? first : { bool: { should: [...queries], minimum_should_match: 1 } };
}

export function allOf(queries: readonly QueryContainer[]): QueryContainer {
  const [first] = queries;
  return queries.length === 1 && first !== undefined ? first : { bool: { filter: [...queries] } };
}

/** `ids`: document ids of pending hides. */
export function excludePosts(query: QueryContainer, ids: readonly string[]): QueryContainer {
  return ids.length === 0 ? query : { bool: { must: [query], must_not: [{ ids: { values: [...ids] } }] } };
}
