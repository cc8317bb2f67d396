import { sweepBoard } from '../../indexer/index-set/housekeeping.ts';
import { sweepShared } from '../../indexer/index-set/sweep-shared.ts';
import { parseIndexName } from '../../mappings/elasticsearch/index-names.ts';
import { sliceOf } from '../../mappings/board.ts';
import { documentId } from '../../mappings/elasticsearch/post-document.ts';
import { documentVersion } from '../../mappings/elasticsearch/version.ts';
import { NEIGHBOUR, type SimulatedElasticsearch } from './elasticsearch.ts';
import { BOARD, type SimulatedPostgres } from './postgres.ts';
import { SimulatedProcess, type Scheduler } from './scheduler.ts';

interface Stores {
  readonly postgres: SimulatedPostgres;
  readonly elasticsearch: SimulatedElasticsearch;
}

/** Errors with which a rebuild or a rollback may fail when indices are lost. */
const ALLOWED_FAILURES = new Set(['index_lost', 'no_standby', 'no_live_index', 'search_rejected']);

/** Counts differences in live and standby indices, because a rollback may happen at any time. */
export function countDrift({ postgres, elasticsearch }: Stores, hardDelete: boolean): number {
  const inSet = postgres.set.indices.filter(({ state }) => state === 'live' || state === 'standby');
  let drift = 0;
  for (const { name, slice } of inSet) {
    const documents = new Map(elasticsearch.indices.get(name));
    documents.delete(NEIGHBOUR);
    for (const post of postgres.posts.values()) {
      if (sliceOf(post.num, BOARD.sliceSize) !== slice) continue;
      const id = documentId(post);
      const document = documents.get(id);
      documents.delete(id);
      const isPurgedAway = hardDelete && post.hidden && document === undefined;
      const isSame = document?.version === documentVersion(1, post.rev) && document.rev === post.rev;
      if (!isSame && !isPurgedAway) drift++;
    }
    drift += documents.size;
  }
  const live = inSet.filter(({ state }) => state === 'live');
  for (const post of postgres.posts.values()) {
    if (!live.some(({ slice }) => slice === sliceOf(post.num, BOARD.sliceSize))) drift++;
  }
  return drift;
}

/** Describes wrong leftovers after all tasks have ended and housekeeping has run. */
export async function findLeftBehind(
  scheduler: Scheduler,
  { postgres, elasticsearch }: Stores,
  onSeen: (event: 'overtaken' | 'rebuild' | 'rollback') => void,
): Promise<string[]> {
  const process = new SimulatedProcess('housekeeping');
  scheduler.now += 1e6;
  const sweep = { isOver: false };
  const sharedSweep = {
    sets: postgres.sharedSetsOf(process),
    store: elasticsearch.indexStoreOf(process),
    onDropped: () => undefined,
    onCleared: () => undefined,
  };
  void sweepBoard(
    {
      sets: postgres.indexSetStoreOf(process),
      store: elasticsearch.indexStoreOf(process),
      keepMs: Infinity,
      onDropped: () => undefined,
    },
    BOARD.id,
  )
    .then(() => sweepShared(sharedSweep, new AbortController().signal))
    .then(() => (sweep.isOver = true));
  for (let step = 0; step < 2_000 && !sweep.isOver; step++) await scheduler.step();
  const { set, tasks } = postgres;
  const left = [...elasticsearch.indices.keys()]
    .filter((name) => !postgres.neighbours.has(name))
    .filter((name) => !set.indices.some((index) => index.name === name && index.state !== 'retired'))
    .map((name) => `${name} is in Elasticsearch and in no set`);
  for (const [name, documents] of elasticsearch.indices) {
    if (parseIndexName('', name)?.board !== null) continue;
    if (postgres.neighbours.has(name) && !documents.has(NEIGHBOUR))
      left.push(`${name} has lost the documents of another board`);
    if (!elasticsearch.isRefreshed(name)) left.push(`${name} does not show new documents of other boards`);
    const isMember = set.indices.some((index) => index.name === name && index.state !== 'retired');
    if (!isMember && documents.size > 1) left.push(`${name} has documents of a board that has left it`);
  }
  for (const { name, state } of set.indices) {
    if (state === 'building') left.push(`${name} is building without a task`);
    if ((state === 'live') !== elasticsearch.aliased.has(name))
      left.push(`${name} is ${state}, but its aliases do not fit that`);
  }
  for (const task of tasks.rows) {
    if (task.fence > 1) onSeen('overtaken');
    if (task.status === 'succeeded') onSeen(task.kind === 'reindex' ? 'rebuild' : 'rollback');
    if (task.status === 'failed' && !ALLOWED_FAILURES.has(task.errorCode ?? ''))
      left.push(`a ${task.kind} failed: ${task.errorCode}`);
  }
  if (tasks.unfinished !== undefined) left.push(`a ${tasks.unfinished.kind} has not ended`);
  return left;
}
