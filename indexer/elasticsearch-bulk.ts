import type { Elasticsearch } from '../platform/elasticsearch.ts';
import { fromElasticsearch, RejectedError } from './elasticsearch-errors.ts';
import type { Outage } from './outage.ts';
import type { DocumentWrite, Fate, SearchStore } from './ports.ts';

/** Body sizes from 1 to 15 MB index equally fast; this one stays far from Elasticsearch's limit of 100 MB. */
const BODY_LENGTH = 5_000_000;
const TIMEOUT_MS = 30_000;

export interface BulkOptions {
  readonly client: Elasticsearch;
  readonly outage: Outage;
  /** Aborts requests under way when the process may wait no longer. */
  readonly signal: AbortSignal;
  readonly onBulk: (seconds: number) => void;
}

/** Bodies are put together by hand: the client's helper costs a quarter of the throughput. */
export class ElasticsearchBulk implements SearchStore {
  readonly #options: BulkOptions;

  constructor(options: BulkOptions) {
    this.#options = options;
  }

  async write(writes: readonly DocumentWrite[]): Promise<readonly (readonly Fate[])[]> {
    const operations = writes.flatMap(toOperations);
    const fates: Fate[] = [];
    for (const chunk of chunksOf(operations)) fates.push(...(await this.#send(chunk)));
    let next = 0;
    return writes.map(({ indices }) => fates.slice(next, (next += indices.length)));
  }

  /** A request that is refused as a whole is halved until the operation that spoils it stands alone. */
  async #send(operations: readonly string[]): Promise<readonly Fate[]> {
    try {
      return await this.#request(operations);
    } catch (error) {
      if (!(error instanceof RejectedError) || (error.status !== 413 && error.status !== 400)) throw error;
      if (operations.length === 1) return [{ kind: 'refused', reason: `status ${error.status}: ${error.message}` }];
      const middle = Math.ceil(operations.length / 2);
      return [...(await this.#send(operations.slice(0, middle))), ...(await this.#send(operations.slice(middle)))];
    }
  }

  async #request(operations: readonly string[]): Promise<readonly Fate[]> {
    const { client, outage, signal, onBulk } = this.#options;
    const body = bodyOf(operations);
    const began = performance.now();
    const answer = await outage.watch(() =>
      fromElasticsearch(() =>
        client.transport.request<BulkAnswer>(
          {
            method: 'POST',
            path: '/_bulk',
            querystring: {
              filter_path: 'items.*.status,items.*.error.type,items.*.error.reason,items.*.error.caused_by',
            },
            bulkBody: body,
          },
          { requestTimeout: TIMEOUT_MS, maxRetries: 0, signal },
        ),
      ),
    );
    onBulk((performance.now() - began) / 1000);
    return operations.map((_, index) => fateOf(answer.items?.[index]?.index));
  }
}

function toOperations({ id, version, source, indices }: DocumentWrite): string[] {
  // Names and ids need no escape: a name is ours, and an id a board's name and two numbers.
  return indices.map(
    (index) =>
      `{"index":{"_index":"${index}","_id":"${id}","version":${version},"version_type":"external"}}\n${source}\n`,
  );
}

/** By characters: to count bytes takes longer, and three times as many are as well. */
function* chunksOf(operations: readonly string[]): Generator<readonly string[]> {
  let chunk: string[] = [];
  let length = 0;
  for (const operation of operations) {
    if (chunk.length > 0 && length + operation.length > BODY_LENGTH) {
      yield chunk;
      chunk = [];
      length = 0;
    }
    chunk.push(operation);
    length += operation.length;
  }
  if (chunk.length > 0) yield chunk;
}

/**
 * One operation after the other into bytes. Joined to one string first, a single character beyond Latin-1 makes it twice
 * as long and its encoding five times as slow.
 */
function bodyOf(operations: readonly string[]): Buffer {
  const most = operations.reduce((sum, { length }) => sum + length, 0) * 3;
  const body = Buffer.allocUnsafe(most);
  let end = 0;
  for (const operation of operations) end += body.write(operation, end);
  return body.subarray(0, end);
}

interface BulkError {
  readonly type: string;
  readonly reason?: string;
  readonly caused_by?: { readonly reason?: string };
}

interface BulkItem {
  readonly status: number;
  readonly error?: BulkError;
}

interface BulkAnswer {
  readonly items?: readonly { readonly index?: BulkItem }[];
}

/** Errors of status 400 that speak of the index's state and not of the document. */
const NOT_THE_DOCUMENT = new Set(['index_closed_exception', 'cluster_block_exception']);

/** What one item of a bulk's answer means for the document. */
export function fateOf(item: BulkItem | undefined): Fate {
  if (item === undefined) return { kind: 'busy', reason: 'the answer has no such item' };
  const { status, error } = item;
  if (status < 300) return { kind: 'stored' };
  const reason = [error?.type ?? `status ${status}`, error?.reason, error?.caused_by?.reason]
    .filter(Boolean)
    .join(': ');
  if (status === 409 && error?.type === 'version_conflict_engine_exception') return { kind: 'stale' };
  if (status === 404 && error?.type === 'index_not_found_exception') return { kind: 'no_index' };
  if (status === 400 && !NOT_THE_DOCUMENT.has(error?.type ?? '')) return { kind: 'refused', reason };
  return { kind: 'busy', reason };
}
