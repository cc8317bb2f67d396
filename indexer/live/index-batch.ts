import { toPostDocument, documentId } from '../../mappings/elasticsearch/post-document.ts';
import { documentVersion } from '../../mappings/elasticsearch/version.ts';
import { sliceOf } from '../../mappings/board.ts';
import type { Post } from '../../mappings/post.ts';
import { indexThreadKey, type IndexThreadJob } from '../../mappings/queues.ts';
import { toError, UnavailableError } from '../../platform/errors.ts';
import type {
  DirtyThread,
  WriteOutcome,
  IndexProvisioner,
  OutcomeCounts,
  Quarantine,
  Unquarantined,
  SearchStore,
  BatchResultStore,
  Snapshot,
  SnapshotStore,
} from './ports.ts';
import { BulkRequest } from './bulk-request.ts';

/** Bulk requests of 2,000 documents reach 0.77 of the throughput that Elasticsearch is capable of. */
const MAX_POSTS = 2_000;
/** Characters of a refusal's reason that are kept. */
const MAX_REASON = 1_000;

/**
 * clear: Elasticsearch has every post and the dirty row is gone · more: some posts were indexed, others are left ·
 * changed: the thread or its index set changed in the meantime · busy: something was not written; retry later.
 */
export type ThreadOutcome = 'clear' | 'more' | 'changed' | 'busy';

export interface BatchPorts {
  readonly snapshots: SnapshotStore;
  readonly search: SearchStore;
  readonly results: BatchResultStore;
  readonly indices: IndexProvisioner;
  /** Called with the number of threads that a request has changed and that were indexed. */
  readonly onRequested?: (requestId: string, threads: number) => void;
  readonly onCounts: (counts: OutcomeCounts) => void;
  /** Called with an unexpected error that indexing this thread causes. The thread is retried; the error must be logged. */
  readonly onDefect: (job: IndexThreadJob, error: Error) => void;
}

/**
 * Indexes several threads with one snapshot, one bulk request and one commit of the results. Returns the outcomes in the order of
 * the jobs. After an unexpected error the batch is halved until the thread that causes it is alone, so that it does
 * not hold up the others.
 * @throws UnavailableError when a store is unavailable. The outcome is unknown; the whole batch must be retried.
 */
export async function indexBatch(
  ports: BatchPorts,
  jobs: readonly IndexThreadJob[],
): Promise<readonly ThreadOutcome[]> {
  try {
    return await indexTogether(ports, jobs);
  } catch (error) {
    if (error instanceof UnavailableError) throw error;
    const [only] = jobs;
    if (jobs.length === 1 && only !== undefined) {
      ports.onDefect(only, toError(error));
      return ['busy'];
    }
    const middle = Math.ceil(jobs.length / 2);
    return [...(await indexBatch(ports, jobs.slice(0, middle))), ...(await indexBatch(ports, jobs.slice(middle)))];
  }
}

async function indexTogether(ports: BatchPorts, jobs: readonly IndexThreadJob[]): Promise<readonly ThreadOutcome[]> {
  // The same thread may come twice: BullMQ starts a job again that it takes for stalled.
  const distinct = new Map(jobs.map((job) => [indexThreadKey(job), job]));
  const snapshot = await ports.snapshots.read([...distinct.values()], MAX_POSTS);
  if (await createMissingIndices(ports.indices, snapshot)) return jobs.map(() => 'changed');
  const request = new BulkRequest();
  const writes = snapshot.threads.flatMap((thread) =>
    thread.posts.map((post) => addWrite(snapshot, thread, post, request)),
  );
  const result = evaluate(writes, request.length === 0 ? [] : await ports.search.write(request));
  ports.onCounts(result.counts);
  for (const boardId of result.boardsWithLostIndices) await ports.indices.restoreLost(boardId);

  const clear = snapshot.threads
    .filter((thread) => !result.unfinished.has(indexThreadKey(thread)) && !isUnread(thread))
    .map((thread) => ({
      boardId: thread.boardId,
      thread: thread.thread,
      gen: thread.gen,
      setVersion: snapshot.sets.get(thread.boardId)?.version ?? 0,
      resumeFrom: thread.resumeFrom,
    }));
  const cleared = await ports.results.commitBatch({ quarantine: result.quarantine, release: result.release, clear });
  const requested = snapshot.threads.filter(
    (thread) => cleared.has(indexThreadKey(thread)) && thread.resumeFrom === null,
  );
  for (const [id, threads] of Map.groupBy(requested, ({ requestId }) => requestId ?? ''))
    if (id !== '') ports.onRequested?.(id, threads.length);
  const outcomes = new Map(
    snapshot.threads.map((thread): [string, ThreadOutcome] => {
      const key = indexThreadKey(thread);
      if (result.unfinished.has(key)) return [key, 'busy'];
      if (!isUnread(thread) && !cleared.has(key)) return [key, 'changed'];
      return [key, thread.resumeFrom === null ? 'clear' : 'more'];
    }),
  );
  return jobs.map((job) => outcomes.get(indexThreadKey(job)) ?? 'clear');
}

/** Returns whether the snapshot was full before it reached this thread. */
function isUnread(thread: DirtyThread): boolean {
  return thread.posts.length === 0 && thread.resumeFrom !== null;
}

/** Creates live indices for slices that have none. Returns whether it created any. */
async function createMissingIndices(indices: IndexProvisioner, snapshot: Snapshot): Promise<boolean> {
  const missing = new Map<string, { boardId: number; slice: number }>();
  for (const { boardId, sliceSize, posts } of snapshot.threads) {
    const present = new Set(
      snapshot.sets
        .get(boardId)
        ?.indices.filter(({ state }) => state === 'live')
        .map(({ slice }) => slice),
    );
    for (const { num } of posts) {
      const slice = sliceOf(num, sliceSize);
      if (!present.has(slice)) missing.set(`${boardId}/${slice}`, { boardId, slice });
    }
  }
  for (const { boardId, slice } of missing.values()) await indices.ensureLive(boardId, slice);
  return missing.size > 0;
}

/** One post in the bulk request. */
interface PostWrite {
  readonly thread: DirtyThread;
  readonly post: Post;
  readonly indices: readonly string[];
  /** The number of its first operation; null when no document could be made of the row, for the reason in `defect`. */
  readonly first: number | null;
  readonly defect: string;
}

function addWrite(snapshot: Snapshot, thread: DirtyThread, post: Post, request: BulkRequest): PostWrite {
  const slice = sliceOf(post.num, thread.sliceSize);
  const set = snapshot.sets.get(thread.boardId);
  const members = (set?.indices ?? []).filter((index) => index.slice === slice);
  // Beside a rebuild, older indices get documents of their own mapping version.
  const byVersion = [...Map.groupBy(members, ({ mappingVersion }) => mappingVersion)].map(([mappingVersion, some]) => ({
    mappingVersion,
    names: some.map(({ name }) => name),
  }));
  const indices = byVersion.flatMap(({ names }) => names);
  try {
    const writes = byVersion.map(({ mappingVersion, names }) => ({
      source: JSON.stringify(toPostDocument(post, thread.boardId, { mappingVersion })),
      indices: names,
    }));
    const version = documentVersion(snapshot.epoch, post.rev);
    const first = request.length;
    const written = { id: documentId(post), version, boardId: thread.boardId, timePosted: post.timePosted.getTime() };
    for (const write of writes) request.add({ ...written, ...write });
    return { thread, post, indices, first, defect: '' };
  } catch (error) {
    return { thread, post, indices, first: null, defect: `no document can be made: ${toError(error).message}` };
  }
}

interface BatchResult {
  readonly counts: OutcomeCounts;
  /** Keys of the threads with a write that must be retried. */
  readonly unfinished: ReadonlySet<string>;
  readonly boardsWithLostIndices: ReadonlySet<number>;
  readonly quarantine: readonly Quarantine[];
  readonly release: readonly Unquarantined[];
}

function evaluate(writes: readonly PostWrite[], outcomes: readonly WriteOutcome[]): BatchResult {
  const counts: Record<WriteOutcome['kind'], number> = {
    stored: 0,
    stale: 0,
    no_index: 0,
    busy: 0,
    blocked: 0,
    refused: 0,
  };
  const unfinished = new Set<string>();
  const boardsWithLostIndices = new Set<number>();
  const quarantine: Quarantine[] = [];
  const release: Unquarantined[] = [];
  for (const { thread, post, indices, first, defect } of writes) {
    for (const [position, indexName] of indices.entries()) {
      const outcome: WriteOutcome =
        first === null
          ? { kind: 'refused', reason: defect }
          : (outcomes[first + position] ?? { kind: 'busy', reason: 'no outcome returned' });
      counts[outcome.kind]++;
      const where = { boardId: thread.boardId, num: post.num, subnum: post.subnum, indexName, rev: post.rev };
      switch (outcome.kind) {
        case 'stored':
        case 'stale':
          if (thread.quarantined.some((held) => isSame(held, where))) release.push(where);
          break;
        case 'refused':
          quarantine.push({ ...where, thread: thread.thread, reason: outcome.reason.slice(0, MAX_REASON) });
          break;
        case 'no_index':
          boardsWithLostIndices.add(thread.boardId);
          unfinished.add(indexThreadKey(thread));
          break;
        case 'busy':
        case 'blocked':
          unfinished.add(indexThreadKey(thread));
          break;
      }
    }
  }
  return { counts, unfinished, boardsWithLostIndices, quarantine, release };
}

interface Place {
  readonly num: number;
  readonly subnum: number;
  readonly indexName: string;
}

function isSame(a: Place, b: Place): boolean {
  return a.num === b.num && a.subnum === b.subnum && a.indexName === b.indexName;
}
