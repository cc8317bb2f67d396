/**
 * Repeats a search when a node fails during it. Elasticsearch itself tries another replica during the query phase but not
 * during the fetch phase, and the failure of the node that coordinates the search breaks the connection.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { errors, type estypes } from '@elastic/elasticsearch';

/** If no other replica answers within this time, none will soon: then the partial response is returned. */
const PAUSES_MS = [50, 250] as const;

/** The last response or error counts, also when the signal aborts between attempts. */
export async function retryOtherReplicas(
  send: () => Promise<estypes.SearchResponse>,
  signal: AbortSignal,
): Promise<estypes.SearchResponse> {
  for (const pauseMs of PAUSES_MS) {
    try {
      const response = await send();
      if (!lostReplicas(response) || signal.aborted) return response;
    } catch (error) {
      if (!isNodeFailure(error) || signal.aborted) throw error;
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  return send();
}

/** Failures of a shard that may succeed on another replica. Failures of the query itself would repeat. */
const REPLICA_FAILURES = new Set([
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

export function lostReplicas({ _shards: { failed, failures = [] } }: Pick<estypes.SearchResponse, '_shards'>): boolean {
  // Elasticsearch counts a shard without any replica but does not list it.
  if (failed > 0 && failures.length === 0) return true;
  return failures.some(({ reason }) => REPLICA_FAILURES.has(reason?.type ?? ''));
}

const NODE_FAILURE_STATUSES = new Set([502, 503, 504]);

function isNodeFailure(error: unknown): boolean {
  return (
    error instanceof errors.ConnectionError ||
    error instanceof errors.NoLivingConnectionsError ||
    (error instanceof errors.ResponseError && NODE_FAILURE_STATUSES.has(error.statusCode ?? 0))
  );
}
