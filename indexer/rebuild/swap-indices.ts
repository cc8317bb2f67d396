import { AppError } from '../../platform/errors.ts';
import type { IndexSetStore, IndexStore } from '../index-set/ports.ts';
import type { Clock } from '../runtime/clock.ts';
import { type ClaimedTask, type TaskContext, TaskStoppedError } from '../tasks/ports.ts';
import type { DirtyWatch } from './ports.ts';

export interface SwapPorts {
  readonly sets: IndexSetStore;
  readonly store: IndexStore;
  readonly dirty: DirtyWatch;
  readonly clock: Clock;
  readonly now: () => number;
}

/** An index that was to become live no longer exists. */
export class IndexLostError extends AppError {
  constructor(names: readonly string[]) {
    super('index_lost', `Elasticsearch has lost ${names.join(', ')}, which was to become live: start a rebuild`);
  }
}

const POLL_MS = 50;

/**
 * Makes building or standby indices live in place of the live ones of their slices. Searches see either the old or the
 * new indices, with the same posts in both: first the old ones stop showing new documents; then the changes that they
 * show reach the new ones; then those are refreshed, and the aliases move in one request. Safe to repeat after a kill at
 * any point.
 *
 * `waitMs` limits the wait for pending changes: a thread that cannot be indexed must not delay the swap for ever.
 */
export async function swapIndices(
  { sets, store, dirty, clock, now }: SwapPorts,
  task: ClaimedTask,
  context: Pick<TaskContext, 'signal'>,
  toLive: readonly string[],
  waitMs: number,
): Promise<void> {
  const { boardId } = task;
  const before = await sets.read(boardId);
  const coming = before.filter(({ name }) => toLive.includes(name));
  const leaving = before.filter(
    ({ name, slice, state }) =>
      state === 'live' && !toLive.includes(name) && coming.some((index) => index.slice === slice),
  );
  if (coming.length < toLive.length || coming.some(({ state }) => state !== 'live')) {
    await store.setRefresh(
      leaving.map(({ name }) => name),
      'never',
    );
    const barrier = await dirty.drawBarrier();
    const end = now() + waitMs;
    while ((await dirty.countDirtyBelow(boardId, barrier)) > 0 && now() < end) {
      await clock.wait(POLL_MS, context.signal);
      // Does not call `pace`: a pause here would keep new posts out of searches for as long.
      if (context.signal.aborted) throw new TaskStoppedError();
    }
    await moveUnderLock({ sets, store }, task, toLive);
  }
  await store.setRefresh(toLive, 'always');
  // Other boards search a shared index.
  const standby = (await sets.read(boardId)).filter(({ state, isShared }) => state === 'standby' && !isShared);
  await store.setRefresh(
    standby.map(({ name }) => name),
    'rarely',
  );
}

async function moveUnderLock(
  { sets, store }: Pick<SwapPorts, 'sets' | 'store'>,
  task: ClaimedTask,
  toLive: readonly string[],
): Promise<void> {
  await sets.change(
    task.boardId,
    async (set) => {
      const coming = set.indices.filter(({ name, state }) => toLive.includes(name) && state !== 'live');
      const slices = new Set(coming.map(({ slice }) => slice));
      const leaving = set.indices
        .filter(({ slice, state }) => state === 'live' && slices.has(slice))
        .map(({ name }) => name);
      const missing = new Set(await store.findMissing(set.board, [...toLive, ...leaving]));
      const gone = toLive.filter((name) => missing.has(name) || !coming.some((index) => index.name === name));
      if (gone.length > 0) throw new IndexLostError(gone);
      const kept = leaving.filter((name) => !missing.has(name));
      await store.refresh(toLive);
      await store.moveAliases(set.board, { add: toLive, remove: kept });
      // Before the commit: after a kill no worker would know that a shared index, which other boards search, does not show new documents.
      const isShared = (name: string) => set.indices.some((index) => index.name === name && index.isShared);
      await store.setRefresh(kept.filter(isShared), 'always');
      const lost = leaving.filter((name) => missing.has(name));
      // Indices that lack the posts of covered marks must never be searched again.
      const isIncomplete = await set.isCovering(task.id);
      const retired = isIncomplete ? leaving : lost;
      if (retired.length > 0) await set.retire(retired);
      await set.swap(toLive, isIncomplete ? [] : kept);
    },
    task,
  );
}

/**
 * Reverts a swap that was started and will not be finished: moves the aliases to the indices that are registered as live, and lets those
 * show new posts again. Safe to repeat.
 */
export async function restoreAliases(
  { sets, store }: Pick<SwapPorts, 'sets' | 'store'>,
  task: ClaimedTask,
): Promise<void> {
  await sets.change(
    task.boardId,
    async (set) => {
      const names = set.indices.map(({ name }) => name);
      const missing = new Set(await store.findMissing(set.board, names));
      const existing = set.indices.filter(({ name }) => !missing.has(name));
      const live = existing.filter(({ state }) => state === 'live').map(({ name }) => name);
      const others = existing.filter(({ state }) => state !== 'live').map(({ name }) => name);
      // Runs before the aliases move back: readers may have seen newer documents in the other indices.
      await store.setRefresh(live, 'always');
      await store.refresh(live);
      await store.moveAliases(set.board, { add: live, remove: others });
    },
    task,
  );
}
