/**
 * What a search asks again when a node dies under it. Elasticsearch itself goes to another copy while it looks for hits,
 * and no more once it fetches them; a node that died as it was asked breaks the connection. The next time another copy
 * answers.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { errors, type estypes } from '@elastic/elasticsearch';

/** A copy of each shard is somewhere else at once, or not for long: whoever waits for it is told what there is. */
const PAUSES_MS = [50, 250] as const;

/** The last answer or error counts, also when the signal ends the pauses. Each attempt takes a node that answers, if one does. */
export async function askOtherCopies(
  ask: () => Promise<estypes.SearchResponse>,
  signal: AbortSignal,
): Promise<estypes.SearchResponse> {
  for (const pauseMs of PAUSES_MS) {
    try {
      const answer = await ask();
      if (!lacksCopies(answer)) return answer;
      if (signal.aborted) return answer;
    } catch (error) {
      if (!isOfNode(error) || signal.aborted) throw error;
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  return ask();
}

/** Failures of a shard's copy; those of the query come again from every copy. */
const OF_COPY = new Set([
  'connect_transport_exception',
  'illegal_index_shard_state_exception',
  'index_shard_closed_exception',
  'no_shard_available_action_exception',
  'node_closed_exception',
  'node_disconnected_exception',
  'node_not_connected_exception',
  'search_context_missing_exception',
  'send_request_transport_exception',
  'shard_not_found_exception',
]);

export function lacksCopies({ _shards: { failed, failures = [] } }: Pick<estypes.SearchResponse, '_shards'>): boolean {
  // A shard without any copy is counted, and not listed.
  if (failed > 0 && failures.length === 0) return true;
  return failures.some(({ reason }) => OF_COPY.has(reason?.type ?? ''));
}

const AWAY = new Set([502, 503, 504]);

function isOfNode(error: unknown): boolean {
  return (
    error instanceof errors.ConnectionError ||
    error instanceof errors.NoLivingConnectionsError ||
    (error instanceof errors.ResponseError && AWAY.has(error.statusCode ?? 0))
  );
}
