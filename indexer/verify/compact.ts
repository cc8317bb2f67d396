/**
 * Lets an index that does not store documents drop those that it was sent. Elasticsearch keeps each document until no copy of the shard
 * can need it to catch up, and then until its segment is merged, which after a rebuild may never happen.
 */
import type { ElasticsearchSegments } from '../purge-segments/elasticsearch-segments.ts';
import type { Clock } from '../runtime/clock.ts';

const POLL_MS = 500;
/**
 * Elasticsearch trims the history of a shard twice a minute. A copy that is away for longer keeps the history for hours; then nothing is
 * merged.
 */
const HISTORY_LIMIT_MS = 180_000;

export interface CompactPorts {
  readonly segments: Pick<ElasticsearchSegments, 'flush' | 'history' | 'setMergeAll' | 'merge'>;
  readonly clock: Clock;
  pace(): Promise<void>;
}

/**
 * Merges every segment that has overwritten documents. The preceding verification makes sure that each segment has some. Returns whether
 * it merged. Searches continue while it runs.
 */
export async function compact(ports: CompactPorts, index: string): Promise<boolean> {
  const { segments, clock } = ports;
  const newest = await segments.flush(index);
  for (let waited = 0; ; waited += POLL_MS) {
    const { retainedFrom, committed, isMerging } = await segments.history(index);
    if (retainedFrom > newest && committed >= newest && !isMerging) break;
    if (waited >= HISTORY_LIMIT_MS) return false;
    await clock.wait(POLL_MS);
    await ports.pace();
    if (committed < newest) await segments.flush(index);
  }
  await segments.setMergeAll(index, true);
  try {
    await segments.merge(index, new AbortController().signal);
    // Flushes, so that the files of the old segments are deleted.
    await segments.flush(index);
  } finally {
    await segments.setMergeAll(index, false);
  }
  return true;
}
