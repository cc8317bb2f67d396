import type { Elasticsearch } from '../../platform/elasticsearch.ts';
import { fromElasticsearch, RejectedError } from '../runtime/store-errors.ts';
import type { Outage } from '../runtime/outage.ts';
import type { WriteOutcome, SearchStore } from './ports.ts';
import type { BulkRequest } from './bulk-request.ts';

/** Body sizes from 1 to 15 MB index equally fast; this one stays far from Elasticsearch's limit of 100 MB. */
const BODY_BYTES = 5_000_000;
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

  async write(writes: BulkRequest): Promise<readonly WriteOutcome[]> {
    const outcomes: WriteOutcome[] = [];
    for (let from = 0; from < writes.length;) {
      const to = writes.endWithin(from, BODY_BYTES);
      outcomes.push(...(await this.#send(writes, from, to)));
      from = to;
    }
    return outcomes;
  }

  /** A request that is refused as a whole is halved until the operation that spoils it stands alone. */
  async #send(writes: BulkRequest, from: number, to: number): Promise<readonly WriteOutcome[]> {
    try {
      return await this.#request(writes.bytes(from, to), to - from);
    } catch (error) {
      if (!(error instanceof RejectedError) || (error.status !== 413 && error.status !== 400)) throw error;
      if (to - from === 1) return [{ kind: 'refused', reason: `status ${error.status}: ${error.message}` }];
      const middle = Math.ceil((from + to) / 2);
      return [...(await this.#send(writes, from, middle)), ...(await this.#send(writes, middle, to))];
    }
  }

  async #request(body: Buffer, operations: number): Promise<readonly WriteOutcome[]> {
    const { client, outage, signal, onBulk } = this.#options;
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
    return Array.from({ length: operations }, (_, place) => outcomeOf(answer.items?.[place]?.index));
  }
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
export function outcomeOf(item: BulkItem | undefined): WriteOutcome {
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
