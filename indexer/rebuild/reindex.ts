import { REINDEX_STEPS, type ReindexStep } from '../../mappings/task.ts';
import type { Logger } from '../../platform/logger.ts';
import { READERS_LEFT_MS } from '../index-set/housekeeping.ts';
import { makeIndex } from '../index-set/create-index.ts';
import type { RegisteredIndex } from '../index-set/ports.ts';
import type { ClaimedTask, TaskContext, TaskHandler } from '../tasks/ports.ts';
import type { IndexVerifier } from '../verify/ports.ts';
import { copyBoard, type CopyPorts } from './copy-board.ts';
import { DriftError, IndexLostError, NoLiveIndexError } from './errors.ts';
import { exchangeIndices, straightenBoard, type ExchangePorts } from './swap-indices.ts';

export const SWAP_PATIENCE_MS = 10_000;
const VERIFICATIONS = 3;
const LOOK_MS = 100;
/** A copy that no node can take will not come; the live index has none either then. */
const COPIES_PATIENCE_MS = 15_000;

export interface ReindexPorts extends ExchangePorts, CopyPorts {
  readonly indexPrefix: string;
  /** How long the change over waits for writes under way. */
  readonly patienceMs: number;
  readonly onForeign: (name: string) => void;
  readonly verifier: IndexVerifier;
  readonly logger: Pick<Logger, 'warn'>;
}

/** A board's indices are built anew from its rows beside the live ones, and take their place when they are equal to them. */
export class Reindex implements TaskHandler {
  readonly #ports: ReindexPorts;

  constructor(ports: ReindexPorts) {
    this.#ports = ports;
  }

  async run(task: ClaimedTask, context: TaskContext): Promise<Readonly<Record<string, unknown>>> {
    const { sets, ranges } = this.#ports;
    const first = REINDEX_STEPS.findIndex((step) => step === task.step);
    const current = await sets.read(task.boardId);
    const hasSwapped = current.some(({ taskId, state }) => taskId === task.id && state === 'live');
    const building = hasSwapped
      ? current.filter(({ taskId }) => taskId === task.id)
      : await this.#prepare(task, context);
    const names = building.map(({ name }) => name);
    for (const step of REINDEX_STEPS.slice(Math.max(first, 1))) {
      if (hasSwapped && step !== 'swap') continue;
      await context.pace();
      await context.note({ step });
      if (!hasSwapped) await this.#checkSet(task, names);
      await this.#steps[step](task, context, building);
    }
    await ranges.forget(task);
    return { indices: names };
  }

  /** Nothing of the rebuild is left behind, and the live indices are as if there had been none. */
  async undo(task: ClaimedTask): Promise<void> {
    const { sets, store, ranges } = this.#ports;
    await ranges.forget(task);
    await straightenBoard(this.#ports, task);
    const retired = await sets.change(
      task.boardId,
      async (set) => {
        const mine = set.indices.filter(({ taskId, state }) => taskId === task.id && state === 'building');
        if (mine.length > 0) await set.retire(mine.map(({ name }) => name));
        const before = await set.retired();
        return [...mine, ...before.filter(({ taskId }) => taskId === task.id)];
      },
      task,
    );
    // First out of the set, then gone: the other way round a live write would find it lost.
    await store.drop(retired.map(({ name }) => name));
  }

  readonly #steps: Readonly<
    Record<ReindexStep, (task: ClaimedTask, context: TaskContext, indices: readonly RegisteredIndex[]) => Promise<void>>
  > = {
    prepare: async () => undefined,
    copy: async (task, context, indices) => {
      const names = indices.map(({ name }) => name);
      await copyBoard(this.#ports, task, context, indices, () => this.#checkSet(task, names));
    },
    catch_up: (task, context) => this.#catchUp(task, context),
    settle: (task, context, indices) => this.#settle(context, indices),
    verify: (task, context, indices) => this.#verify(task, context, indices),
    swap: async (task, context, indices) => {
      const names = indices.map(({ name }) => name);
      await exchangeIndices(this.#ports, task, context, names, this.#ports.patienceMs);
    },
  };

  /** Answers the building indices of this task: those that an earlier worker made, and those that are still to be made. */
  async #prepare(task: ClaimedTask, context: TaskContext): Promise<readonly RegisteredIndex[]> {
    const { sets, store } = this.#ports;
    if (task.step === null) await context.note({ step: 'prepare' });
    const known = noted(task);
    if (known.length > 0) {
      await this.#checkSet(task, known);
      return (await sets.read(task.boardId)).filter(({ name }) => known.includes(name));
    }
    const dropped = await sets.change(
      task.boardId,
      async (set) => {
        const isOurs = ({ taskId, state }: RegisteredIndex) => state === 'building' && taskId === task.id;
        const old = set.indices.filter((index) => index.state !== 'live' && !isOurs(index));
        if (old.length > 0) await set.retire(old.map(({ name }) => name));
        const live = set.indices.filter(({ state }) => state === 'live');
        if (live.length === 0) throw new NoLiveIndexError(set.board);
        const wanted = live.filter(({ slice }) => !set.indices.some((index) => isOurs(index) && index.slice === slice));
        const made = [];
        for (const { slice } of wanted) made.push(await makeIndex(this.#ports, set, slice, 'filling'));
        if (made.length > 0) await set.addBuilding(made, task.id);
        return old.filter(({ state, ageMs }) => state === 'building' || ageMs > READERS_LEFT_MS);
      },
      task,
    );
    await store.drop(dropped.map(({ name }) => name));
    const building = (await sets.read(task.boardId)).filter(
      ({ taskId, state }) => taskId === task.id && state === 'building',
    );
    await context.note({ details: { indices: building.map(({ name }) => name) } });
    return building;
  }

  /** Whoever meets a lost index takes it out of the set; then the rebuild has failed. */
  async #checkSet({ boardId }: ClaimedTask, names: readonly string[]): Promise<void> {
    const set = await this.#ports.sets.read(boardId);
    const lost = names.filter((name) => !set.some((index) => index.name === name && index.state === 'building'));
    if (lost.length > 0) throw new IndexLostError(lost);
  }

  /** Until the new indices have what was written while the rows were walked. */
  async #catchUp(task: ClaimedTask, context: TaskContext): Promise<void> {
    const { marks, clock } = this.#ports;
    const barrier = await marks.barrier();
    let total = 0;
    for (;;) {
      const left = await marks.threadsBelow(task.boardId, barrier);
      total = Math.max(total, left);
      if (left === 0) return;
      await context.note({ progress: { done: total - left, total, unit: 'threads', perSecond: null } });
      await clock.wait(LOOK_MS, context.signal);
      await context.pace();
    }
  }

  async #settle(context: TaskContext, indices: readonly RegisteredIndex[]): Promise<void> {
    const { store, clock, now, logger } = this.#ports;
    for (const { name } of indices) {
      await context.pace();
      await store.endFilling(name);
    }
    for (const { name } of indices) {
      let stuckSince: number | null = null;
      for (;;) {
        const copies = await store.copies(name);
        if (copies === 'all') break;
        stuckSince = copies === 'stuck' ? (stuckSince ?? now()) : null;
        if (stuckSince !== null && now() - stuckSince > COPIES_PATIENCE_MS) {
          logger.warn({ index: name }, 'no node takes the copies of this index; the rebuild goes on without them');
          break;
        }
        await clock.wait(LOOK_MS, context.signal);
        await context.pace();
      }
    }
  }

  async #verify(task: ClaimedTask, context: TaskContext, indices: readonly RegisteredIndex[]): Promise<void> {
    const { boardId, board, sliceSize } = task;
    const request = {
      boardId,
      board,
      sliceSize,
      indices: indices.map(({ name }) => name),
      repair: true,
      // Nobody else has written to them, and each document was made of its row: the sums of all say whether each row is
      // there at its rev. In full they are compared by the board's next verification, which is due as soon as this is done.
      depth: 'sums' as const,
    };
    const { verifier } = this.#ports;
    for (let attempt = 1; ; attempt++) {
      const result = await verifier.verify(request, {
        pace: () => context.pace(),
        onProgress: async (_, progress) => context.note({ progress }),
      });
      await context.note({ details: { drift: result.drift, repaired: result.found - result.drift } });
      if (result.drift === 0) return;
      if (attempt === VERIFICATIONS) throw new DriftError(board, result.drift);
      await context.pace();
    }
  }
}

/** Names of the building indices as an earlier step has noted them. */
function noted({ details }: ClaimedTask): readonly string[] {
  const { indices } = details;
  return Array.isArray(indices) ? indices.filter((name) => typeof name === 'string') : [];
}
