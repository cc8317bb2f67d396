import type { Elasticsearch } from '../../platform/elasticsearch.ts';
import { fromElasticsearch, isWriteBlock, RejectedError } from '../runtime/store-errors.ts';
import type { StoreMonitor } from '../runtime/store-monitor.ts';
import type { WriteOutcome, SearchStore } from './ports.ts';
import type { BulkRequest } from './bulk-request.ts';

/** Bodies from 1 to 15 MB are indexed equally fast; this size stays far below Elasticsearch's limit of 100 MB. */
const BODY_BYTES = 5_000_000;
const TIMEOUT_MS = 30_000;

export interface BulkOptions {
  readonly client: Elasticsearch;
  readonly monitor: StoreMonitor;
  /** Aborts running requests when the process can wait no longer. */
  readonly signal: AbortSignal;
  /** Called with the time of each bulk request. */
  readonly onBulk: (seconds: number) => void;
}

/** Sends bulk requests. Their bodies are built by BulkRequest: the client's bulk helper costs a quarter of the throughput. */
export class ElasticsearchBulk implements SearchStore {
  readonly #options: BulkOptions;

  constructor(options: BulkOptions) {
    this.#options = options;
  }

  async write(request: BulkRequest): Promise<readonly WriteOutcome[]> {
    const outcomes: WriteOutcome[] = [];
    for (let from = 0; from < request.length;) {
      const to = request.endWithin(from, BODY_BYTES);
      outcomes.push(...(await this.#send(request, from, to)));
      from = to;
    }
    return outcomes;
  }

  /** When Elasticsearch refuses a whole request, it is halved until the operation at fault is alone. */
  async #send(request: BulkRequest, from: number, to: number): Promise<readonly WriteOutcome[]> {
    try {
      return await this.#post(request.bytes(from, to), to - from);
    } catch (error) {
      if (!(error instanceof RejectedError) || (error.status !== 413 && error.status !== 400)) throw error;
      if (to - from === 1) return [{ kind: 'refused', reason: `status ${error.status}: ${error.message}` }];
      const middle = Math.ceil((from + to) / 2);
      return [...(await this.#send(request, from, middle)), ...(await this.#send(request, middle, to))];
    }
  }

  async #post(body: Buffer, operations: number): Promise<readonly WriteOutcome[]> {
    const { client, monitor, signal, onBulk } = this.#options;
    const began = performance.now();
    const answer = await monitor.track(() =>
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

/** Errors of status 400 that are caused by the state of the index, not by the document. */
const NOT_THE_DOCUMENT = new Set(['index_closed_exception', 'cluster_block_exception']);

/** Reads the outcome of one operation from its item in the bulk response. */
export function outcomeOf(item: BulkItem | undefined): WriteOutcome {
  if (item === undefined) return { kind: 'busy', reason: 'the response has no item for this operation' };
  const { status, error } = item;
  if (status < 300) return { kind: 'stored' };
  const reason = [error?.type ?? `status ${status}`, error?.reason, error?.caused_by?.reason]
    .filter(Boolean)
    .join(': ');
  if (status === 409 && error?.type === 'version_conflict_engine_exception') return { kind: 'stale' };
  if (status === 404 && error?.type === 'index_not_found_exception') return { kind: 'no_index' };
  if (isWriteBlock(status, error?.type)) return { kind: 'blocked', reason };
  if (status === 400 && !NOT_THE_DOCUMENT.has(error?.type ?? '')) return { kind: 'refused', reason };
  return { kind: 'busy', reason };
}
