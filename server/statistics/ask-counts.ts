/** Searches for statistics. They are expensive, so the caller who triggers them pays for them and waits in the queue. */
import type { estypes } from '@elastic/elasticsearch';
import { currentVisit } from '../limits/request-context.ts';
import type { Post } from '../../mappings/contract/post.ts';
import { presentPost } from '../posts/present.ts';
import { ask, isPartial, whereToAsk } from '../search/execute/send-search.ts';
import type { QueryContainer } from '../search/plan/compile.ts';
import type { SearchHouse } from '../search/context.ts';
import type { SkeletonHit } from '../search/execute/fetch-hits.ts';
import { documentId, keyOfDocumentId } from '../../mappings/elasticsearch/post-document.ts';
import type { PostSource } from '../../mappings/elasticsearch/document-post.ts';
import type { PostKey } from '../../mappings/post.ts';

/** In relation to a page of hits (server/search/plan/query-cost.ts). */
export async function chargeForCounts(cost: number): Promise<void> {
  const visit = currentVisit();
  if (visit === undefined) return;
  await visit.charge(cost);
  visit.cost = Math.max(visit.cost, cost);
}

export interface Where {
  readonly boards: readonly string[] | null;
  readonly filter: QueryContainer;
}

/** Several callers may wait for the answer, so it is not cancelled when one of them disconnects. Elasticsearch has a time-out. */
const NEVER_CANCELLED = new AbortController().signal;

export async function aggregate(
  house: SearchHouse,
  { boards, filter }: Where,
  aggregations: Record<string, estypes.AggregationsAggregationContainer>,
) {
  const answer = await ask(
    house,
    { ...whereToAsk(house, boards), query: filter, size: 0, track_total_hits: false, aggregations },
    NEVER_CANCELLED,
  );
  return { found: answer.aggregations ?? {}, partial: isPartial(answer) };
}

export interface TermCount {
  readonly key: string | number;
  readonly doc_count: number;
}

export function termsOf(counted: unknown): readonly TermCount[] {
  return ((counted ?? { buckets: [] }) as { buckets: readonly TermCount[] }).buckets;
}

export interface TimeCount {
  readonly key: number;
  readonly doc_count: number;
}

export function timesOf(counted: unknown): readonly TimeCount[] {
  return ((counted ?? { buckets: [] }) as { buckets: readonly TimeCount[] }).buckets;
}

/** Posts in the order of the keys; hidden and missing ones are left out. */
export async function readPosts(
  house: SearchHouse,
  boards: readonly string[] | null,
  keys: readonly PostKey[],
): Promise<readonly Post[]> {
  if (keys.length === 0) return [];
  const ids = keys.map(documentId);
  // While PostgreSQL is unavailable posts come from documents.
  const documents = house.records.needsDocuments ? await documentsOf(house, boards, ids) : null;
  const hits = keys.map((key, place): SkeletonHit => {
    const document = documents?.get(ids[place] ?? '');
    return { id: ids[place] ?? '', key, position: [], marked: {}, ...(document !== undefined && { document }) };
  });
  const known = documents === null ? hits : hits.filter(({ document }) => document !== undefined);
  const read = await house.records.hydrate(known, NEVER_CANCELLED);
  return read.hits.map(({ post, mediaUrl }) => presentPost(post, mediaUrl));
}

async function documentsOf(house: SearchHouse, boards: readonly string[] | null, ids: readonly string[]) {
  const query = { ids: { values: [...ids] } };
  const answer = await ask(house, { ...whereToAsk(house, boards), query, size: ids.length }, NEVER_CANCELLED);
  return new Map(answer.hits.hits.map(({ _id: id = '', _source: source }) => [id, source as PostSource]));
}

/** The newest post of each file, by the file's MD5 in base64. */
export async function newestOfFiles(
  house: SearchHouse,
  { boards, filter }: Where,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, PostKey>> {
  if (hashes.length === 0) return new Map();
  const answer = await ask(
    house,
    {
      ...whereToAsk(house, boards),
      query: { bool: { filter: [filter, { terms: { media_hash: [...hashes] } }] } },
      collapse: { field: 'media_hash' },
      sort: [{ time_posted: 'desc' }, { num: 'desc' }],
      size: hashes.length,
      track_total_hits: false,
      _source: false,
    },
    NEVER_CANCELLED,
  );
  const found = answer.hits.hits.map(({ _id: id = '', fields = {} }): [string, PostKey] => {
    const [hash] = (fields as { readonly media_hash?: readonly string[] }).media_hash ?? [];
    return [hash ?? '', keyOfDocumentId(id)];
  });
  return new Map(found);
}
