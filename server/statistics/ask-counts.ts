/** Searches for statistics. They are expensive: the caller who triggers them is charged and waits in the queue. */
import type { estypes } from '@elastic/elasticsearch';
import type { RequestContext } from '../limits/request-context.ts';
import type { Post } from '../../mappings/contract/post.ts';
import { presentPost } from '../posts/present.ts';
import { searchTarget, sendSearch } from '../search/elasticsearch/send-search.ts';
import type { QueryContainer } from '../search/elasticsearch/clauses.ts';
import type { SearchContext } from '../search/context.ts';
import type { IndexHit } from '../search/elasticsearch/index-hit.ts';
import { documentId, keyOfDocumentId } from '../../mappings/elasticsearch/post-document.ts';
import type { PostSource } from '../../mappings/elasticsearch/document-post.ts';
import type { PostKey } from '../../mappings/post.ts';
import { withinAnswer } from '../../mappings/text-limits.ts';

export interface Where {
  readonly boards: readonly string[] | null;
  readonly filter: QueryContainer;
}

/** Several callers may wait for the answer, so it is not cancelled when one of them disconnects. Elasticsearch has a time-out. */
export function withoutDisconnect(request: RequestContext): RequestContext {
  return { ...request, signal: new AbortController().signal };
}

/** The results by name. `request.partial` gets the reasons for missing posts. */
export async function aggregate(
  context: SearchContext,
  { boards, filter }: Where,
  aggregations: Record<string, estypes.AggregationsAggregationContainer>,
  request: RequestContext,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await sendSearch(
    context,
    { ...searchTarget(context, boards), query: filter, size: 0, track_total_hits: false, aggregations },
    request,
  );
  return answer.aggregations ?? {};
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
  context: SearchContext,
  boards: readonly string[] | null,
  keys: readonly PostKey[],
  request: RequestContext,
): Promise<readonly Post[]> {
  if (keys.length === 0) return [];
  const ids = keys.map(documentId);
  // While PostgreSQL is unavailable, posts are read from documents.
  const documents = context.records.needsDocuments ? await documentsOf(context, boards, ids, request) : null;
  const hits = keys.map((key, place): IndexHit => {
    const document = documents?.get(ids[place] ?? '');
    return { id: ids[place] ?? '', key, index: null, sortValues: [], ...(document !== undefined && { document }) };
  });
  const known = documents === null ? hits : hits.filter(({ id }) => documents.has(id));
  const read = await context.records.hydrate(known, request);
  const posts = withinAnswer(read.hits.map(({ post }) => post));
  return posts.map((post, at) => presentPost(post, read.hits[at]?.atSource ?? null));
}

async function documentsOf(
  context: SearchContext,
  boards: readonly string[] | null,
  ids: readonly string[],
  request: RequestContext,
) {
  const query = { ids: { values: [...ids] } };
  const answer = await sendSearch(context, { ...searchTarget(context, boards), query, size: ids.length }, request);
  return new Map(answer.hits.hits.map(({ _id: id = '', _source: source }) => [id, source as PostSource | undefined]));
}

/** The newest post of each file, by the file's MD5 in base64. */
export async function newestOfFiles(
  context: SearchContext,
  { boards, filter }: Where,
  hashes: readonly string[],
  request: RequestContext,
): Promise<ReadonlyMap<string, PostKey>> {
  if (hashes.length === 0) return new Map();
  const where = { boards, filter: { bool: { filter: [filter, { terms: { media_hash: [...hashes] } }] } } };
  // `collapse` refuses fields with several values, as posts with several files have them.
  const newest: estypes.AggregationsAggregationContainer = {
    top_hits: { size: 1, sort: [{ time_posted: 'desc' }, { num: 'desc' }], _source: false },
  };
  const files = { terms: { field: 'media_hash', include: [...hashes], size: hashes.length }, aggregations: { newest } };
  const found = await aggregate(context, where, { files }, request);
  const { buckets } = (found['files'] ?? { buckets: [] }) as { readonly buckets: readonly NewestBucket[] };
  return new Map(
    buckets.flatMap(({ key, newest: { hits } }) => hits.hits.map(({ _id: id }) => [key, keyOfDocumentId(id)] as const)),
  );
}

interface NewestBucket {
  readonly key: string;
  readonly newest: { readonly hits: { readonly hits: readonly { readonly _id: string }[] } };
}
