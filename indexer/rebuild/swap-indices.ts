import type { IndexSetStore, IndexStore } from '../index-set/ports.ts';
import type { Clock } from '../runtime/clock.ts';
import { TaskStoppedError } from '../tasks/errors.ts';
import type { ClaimedTask, TaskContext } from '../tasks/ports.ts';
import { IndexLostError } from './errors.ts';
import type { MarkWatch } from './ports.ts';

export interface ExchangePorts {
  readonly sets: IndexSetStore;
  readonly store: IndexStore;
  readonly marks: MarkWatch;
  readonly clock: Clock;
  readonly now: () => number;
}

const LOOK_MS = 50;

/**
 * Building or standby indices take the place of the live ones of their slices. A search sees the old ones or the new
 * ones, and the same posts in both: the old ones show nothing more from here on, then whatever they show is in the new
 * ones too, then those are refreshed, and then the aliases move in one step. Safe to repeat after a kill at any point.
 *
 * `patienceMs` is how long to wait for writes under way; a thread that cannot be indexed must not hold the move for ever.
 */
export async function exchangeIndices(
  { sets, store, marks, clock, now }: ExchangePorts,
  task: ClaimedTask,
  context: Pick<TaskContext, 'signal'>,
  toLive: readonly string[],
  patienceMs: number,
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
    const barrier = await marks.barrier();
    const end = now() + patienceMs;
    while ((await marks.threadsBelow(boardId, barrier)) > 0 && now() < end) {
      await clock.wait(LOOK_MS, context.signal);
      // Not `pace`: a pause would keep new posts from readers for as long.
      if (context.signal.aborted) throw new TaskStoppedError();
    }
    await moveUnderLock({ sets, store }, task, toLive);
  }
  await store.setRefresh(toLive, 'always');
  const standby = (await sets.read(boardId)).filter(({ state }) => state === 'standby');
  await store.setRefresh(
    standby.map(({ name }) => name),
    'rarely',
  );
}

async function moveUnderLock(
  { sets, store }: Pick<ExchangePorts, 'sets' | 'store'>,
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
      const lost = leaving.filter((name) => missing.has(name));
      if (lost.length > 0) await set.retire(lost);
      await set.exchange(toLive, kept);
    },
    task,
  );
}

/**
 * After a move that was begun and will not be ended: the aliases are what the registry says, and what is live shows new
 * posts. Safe to repeat.
 */
export async function straightenBoard(
  { sets, store }: Pick<ExchangePorts, 'sets' | 'store'>,
  task: ClaimedTask,
): Promise<void> {
  await sets.change(
    task.boardId,
    async (set) => {
      const present = new Set(await store.list(set.board));
      const there = set.indices.filter(({ name }) => present.has(name));
      const live = there.filter(({ state }) => state === 'live').map(({ name }) => name);
      const others = there.filter(({ state }) => state !== 'live').map(({ name }) => name);
      // Before the aliases come back: readers may have seen the others meanwhile.
      await store.setRefresh(live, 'always');
      await store.refresh(live);
      await store.moveAliases(set.board, { add: live, remove: others });
    },
    task,
  );
}
