import { toPostDocument, documentId } from '../../mappings/elasticsearch/post-document.ts';
import { documentVersion } from '../../mappings/elasticsearch/version.ts';
import { sliceOf } from '../../mappings/board.ts';
import type { Post } from '../../mappings/post.ts';
import { indexThreadKey, type IndexThreadJob } from '../../mappings/queues.ts';
import { toError, UnavailableError } from '../../platform/errors.ts';
import type {
  DirtyThread,
  WriteOutcome,
  IndexKeeper,
  Quarantine,
  Release,
  SearchStore,
  SettlementStore,
  Snapshot,
  SnapshotStore,
} from './ports.ts';
import { BulkRequest } from './bulk-request.ts';

/** A bulk of 2,000 documents reaches 0.77 of what Elasticsearch can take. */
const MAX_POSTS = 2_000;
const MAX_REASON = 1_000;

/**
 * clear: Elasticsearch has everything, the mark is gone · more: progress, and posts are left · changed: the thread or its
 * index set changed meanwhile · busy: something was not taken and should be tried again later.
 */
export type ThreadOutcome = 'clear' | 'more' | 'changed' | 'busy';

export interface BatchPorts {
  readonly snapshots: SnapshotStore;
  readonly search: SearchStore;
  readonly settlements: SettlementStore;
  readonly indices: IndexKeeper;
  readonly onCounts: (counts: BatchCounts) => void;
  /** A defect or an unforeseen error that one thread leads to; it is tried again, and must be seen. */
  readonly onDefect: (job: IndexThreadJob, error: Error) => void;
}

export type BatchCounts = Readonly<Record<WriteOutcome['kind'], number>>;

/**
 * Indexes several threads in one snapshot, one bulk and one settlement. An error that one thread leads to is found by
 * halving and does not hold the others.
 * @throws UnavailableError when a store is away: nothing is known, everything is to be tried again.
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
  // A job that was taken for stalled may run beside its twin.
  const distinct = new Map(jobs.map((job) => [indexThreadKey(job), job]));
  const snapshot = await ports.snapshots.read([...distinct.values()], MAX_POSTS);
  if (await makeMissingSlices(ports.indices, snapshot)) return jobs.map(() => 'changed');
  const writes = new BulkRequest();
  const plans = snapshot.threads.flatMap((thread) =>
    thread.posts.map((post) => planWrite(snapshot, thread, post, writes)),
  );
  const verdict = judge(plans, writes.length === 0 ? [] : await ports.search.write(writes));
  ports.onCounts(verdict.counts);
  for (const boardId of verdict.boardsWithLostIndices) await ports.indices.restoreLost(boardId);

  const clear = snapshot.threads
    .filter((thread) => !verdict.unfinished.has(indexThreadKey(thread)) && !isUnread(thread))
    .map((thread) => ({
      boardId: thread.boardId,
      thread: thread.thread,
      gen: thread.gen,
      setVersion: snapshot.sets.get(thread.boardId)?.version ?? 0,
      resumeFrom: thread.resumeFrom,
    }));
  const settled = await ports.settlements.settle({ quarantine: verdict.quarantine, release: verdict.release, clear });
  const outcomes = new Map(
    snapshot.threads.map((thread): [string, ThreadOutcome] => {
      const key = indexThreadKey(thread);
      if (verdict.unfinished.has(key)) return [key, 'busy'];
      if (!isUnread(thread) && !settled.has(key)) return [key, 'changed'];
      return [key, thread.resumeFrom === null ? 'clear' : 'more'];
    }),
  );
  return jobs.map((job) => outcomes.get(indexThreadKey(job)) ?? 'clear');
}

/** The snapshot was full before this thread's turn. */
function isUnread(thread: DirtyThread): boolean {
  return thread.posts.length === 0 && thread.resumeFrom !== null;
}

/** Answers whether any had to be made. */
async function makeMissingSlices(indices: IndexKeeper, snapshot: Snapshot): Promise<boolean> {
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

interface Plan {
  readonly thread: DirtyThread;
  readonly post: Post;
  readonly indices: readonly string[];
  /** Its first operation; null for a row that no document can be made of. */
  readonly first: number | null;
  readonly defect: string;
}

function planWrite(snapshot: Snapshot, thread: DirtyThread, post: Post, writes: BulkRequest): Plan {
  const slice = sliceOf(post.num, thread.sliceSize);
  const set = snapshot.sets.get(thread.boardId);
  const indices = (set?.indices ?? []).filter((index) => index.slice === slice).map(({ name }) => name);
  try {
    const source = JSON.stringify(toPostDocument(post, thread.boardId));
    const version = documentVersion(snapshot.epoch, post.rev);
    const first = writes.length;
    writes.add({ id: documentId(post), version, source, indices });
    return { thread, post, indices, first, defect: '' };
  } catch (error) {
    return { thread, post, indices, first: null, defect: `no document can be made: ${toError(error).message}` };
  }
}

interface Verdict {
  readonly counts: BatchCounts;
  /** Keys of threads with a write that is to be tried again. */
  readonly unfinished: ReadonlySet<string>;
  readonly boardsWithLostIndices: ReadonlySet<number>;
  readonly quarantine: readonly Quarantine[];
  readonly release: readonly Release[];
}

function judge(plans: readonly Plan[], outcomes: readonly WriteOutcome[]): Verdict {
  const counts: Record<WriteOutcome['kind'], number> = { stored: 0, stale: 0, no_index: 0, busy: 0, refused: 0 };
  const unfinished = new Set<string>();
  const boardsWithLostIndices = new Set<number>();
  const quarantine: Quarantine[] = [];
  const release: Release[] = [];
  for (const { thread, post, indices, first, defect } of plans) {
    for (const [position, indexName] of indices.entries()) {
      const outcome: WriteOutcome =
        first === null
          ? { kind: 'refused', reason: defect }
          : (outcomes[first + position] ?? { kind: 'busy', reason: 'no answer' });
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
