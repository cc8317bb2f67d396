import type { estypes } from '@elastic/elasticsearch';
import type { Elasticsearch } from '../../platform/elasticsearch.ts';
import type { PostedRange } from '../live/posted-range.ts';
import { fromElasticsearch, RejectedError } from '../runtime/store-errors.ts';
import type { StoreMonitor } from '../runtime/store-monitor.ts';
import type { BoardInIndex, PostedRanges } from './posted-ranges.ts';

export interface MeasureRangesPorts {
  readonly ranges: PostedRanges;
  readonly client: Elasticsearch;
  readonly monitor: StoreMonitor;
}

const TIMEOUT_MS = 30_000;

/**
 * Registers the times of documents that indices had before times were registered with each write. All later documents are inside of the
 * registered range when they are written, and this looks at all earlier ones, so the range is complete afterwards.
 */
export async function measureRanges(ports: MeasureRangesPorts, closing: AbortSignal): Promise<void> {
  for (const one of await ports.ranges.unknown()) {
    if (closing.aborted) return;
    const measured = await measure(ports, one);
    if (measured !== 'unreadable') await ports.ranges.addMeasured(one, measured);
  }
}

/** `unreadable`: the index is missing or closed; it is repaired, and measured later. @throws UnavailableError */
async function measure(
  { client, monitor }: MeasureRangesPorts,
  { index, board, isShared }: BoardInIndex,
): Promise<PostedRange | null | 'unreadable'> {
  const options = { requestTimeout: TIMEOUT_MS };
  const ask = async () => {
    await client.indices.refresh({ index }, options);
    return client.search(
      {
        index,
        size: 0,
        track_total_hits: false,
        // A partial answer would make the range too small.
        allow_partial_search_results: false,
        ...(isShared && { query: { term: { board } } }),
        aggregations: { from: { min: { field: 'time_posted' } }, until: { max: { field: 'time_posted' } } },
      },
      options,
    );
  };
  try {
    const { aggregations } = await monitor.track(() => fromElasticsearch(ask));
    const [from, until] = [valueOf(aggregations?.['from']), valueOf(aggregations?.['until'])];
    return from === null || until === null ? null : { from, until };
  } catch (error) {
    if (error instanceof RejectedError) return 'unreadable';
    throw error;
  }
}

/** null without documents. */
function valueOf(aggregate: estypes.AggregationsAggregate | undefined): number | null {
  return (aggregate as estypes.AggregationsMinAggregate | undefined)?.value ?? null;
}
