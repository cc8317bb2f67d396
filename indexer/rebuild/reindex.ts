import { REINDEX_STEPS, type ReindexStep } from '../../mappings/task.ts';
import { AppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { READER_GRACE_MS } from '../index-set/housekeeping.ts';
import { createIndex } from '../index-set/create-index.ts';
import type { RegisteredIndex } from '../index-set/ports.ts';
import type { ClaimedTask, TaskContext, TaskHandler } from '../tasks/ports.ts';
import { ProgressRates } from '../tasks/progress-rate.ts';
import type { IndexVerifier } from '../verify/verification.ts';
import { copyBoard, type CopyPorts } from './copy-board.ts';
import { clearCovered, coverMarks, uncover, type CoverPorts } from './cover-marks.ts';
import type { Room } from './rebuild-room.ts';
import { IndexLostError, restoreAliases, swapIndices, type SwapPorts } from './swap-indices.ts';

export const SWAP_WAIT_MS = 10_000;
const VERIFICATIONS = 3;
const POLL_MS = 100;
const ROOM_POLL_MS = 2_000;
const NO_ROOM = 'space on the disks of Elasticsearch: older rebuilds need it';
/** How long to wait for replicas that no node takes; the live index lacks them as well. */
const REPLICAS_WAIT_MS = 15_000;

export interface ReindexPorts extends SwapPorts, CopyPorts, CoverPorts {
  readonly indexPrefix: string;
  /** How long the swap waits for pending changes, in milliseconds. */
  readonly waitMs: number;
  readonly onForeign: (name: string) => void;
  readonly verifier: IndexVerifier;
  readonly room: Room;
  readonly logger: Pick<Logger, 'warn'>;
}

export class NoLiveIndexError extends AppError {
  constructor(board: string) {
    super('no_live_index', `/${board}/ has no index yet: an indexer has to run before there is anything to rebuild`);
  }
}

/** The new index differs from the database even after repairs. Searches keep using the old one. */
export class DriftError extends AppError {
  constructor(board: string, drift: number) {
    super(
      'drift',
      `the new index of /${board}/ still differs from the database in ${drift} documents; the old one stays live`,
    );
  }
}

/**
 * Rebuilds a board's indices from its rows beside the live ones, and swaps them when they equal the rows. The steps are REINDEX_STEPS; a
 * worker that resumes the task continues with the recorded step.
 */
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
      await context.report({ step });
      if (!hasSwapped) await this.#checkSet(task, names);
      await this.#steps[step](task, context, building);
    }
    await ranges.deleteAll(task);
    return { indices: names };
  }

  /** Removes everything that the rebuild has created, and restores the live indices' settings and aliases. */
  async undo(task: ClaimedTask): Promise<void> {
    const { sets, store, ranges } = this.#ports;
    await ranges.deleteAll(task);
    await restoreAliases(this.#ports, task);
    const retired = await sets.change(
      task.boardId,
      async (set) => {
        const mine = set.indices.filter(({ taskId, state }) => taskId === task.id && state === 'building');
        if (mine.length > 0) await set.retire(mine.map(({ name }) => name));
        const before = await set.retired();
        // The documents in a shared index are deleted by housekeeping.
        return [...mine, ...before.filter(({ taskId }) => taskId === task.id)].filter(({ isShared }) => !isShared);
      },
      task,
    );
    // They leave the set before they are deleted; otherwise a live write would take them for lost.
    await store.drop(retired.map(({ name }) => name));
    await uncover(this.#ports.marks, task);
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
      await swapIndices(this.#ports, task, context, names, this.#ports.waitMs);
      await clearCovered(this.#ports.marks, task);
    },
  };

  /** Returns the building indices of this task. Creates those that an earlier worker has not created. */
  async #prepare(task: ClaimedTask, context: TaskContext): Promise<readonly RegisteredIndex[]> {
    const { sets } = this.#ports;
    if (task.step === null) await context.report({ step: 'prepare' });
    const known = recordedIndices(task);
    if (known.length > 0) {
      await this.#checkSet(task, known);
      return (await sets.read(task.boardId)).filter(({ name }) => known.includes(name));
    }
    await this.#waitForRoom(task, context);
    await this.#addBuilding(task);
    const covered = await coverMarks(this.#ports, task, context);
    // The slice got its first post during the rebuild: marks of its threads may be covered.
    if (covered > 0) await this.#addBuilding(task);
    const building = (await sets.read(task.boardId)).filter(
      ({ taskId, state }) => taskId === task.id && state === 'building',
    );
    // From now on no worker covers marks: rows may have been copied.
    const { covered: before = 0 } = task.details;
    await context.report({ details: { indices: building.map(({ name }) => name), covered: Number(before) + covered } });
    return building;
  }

  /** Waits while older rebuilds need the disk. */
  async #waitForRoom(task: ClaimedTask, context: TaskContext): Promise<void> {
    const { room, clock } = this.#ports;
    if (await room.fits(task)) return;
    await context.report({ details: { waiting_for: NO_ROOM } });
    while (!(await room.fits(task))) {
      await clock.wait(ROOM_POLL_MS, context.signal);
      await context.pace();
    }
    await context.report({ details: { waiting_for: null } });
  }

  /** Creates an index, or joins a shared one, for each slice that is live or has posts, unless the task has one. Removes those of earlier rebuilds. */
  async #addBuilding(task: ClaimedTask): Promise<void> {
    const { sets, store } = this.#ports;
    const dropped = await sets.change(
      task.boardId,
      async (set) => {
        const isOurs = ({ taskId, state }: RegisteredIndex) => state === 'building' && taskId === task.id;
        const old = set.indices.filter((index) => index.state !== 'live' && !isOurs(index));
        if (old.length > 0) await set.retire(old.map(({ name }) => name));
        const live = set.indices.filter(({ state }) => state === 'live');
        if (live.length === 0) throw new NoLiveIndexError(set.board);
        const slices = new Set([...live.map(({ slice }) => slice), ...(await set.slicesWithPosts())]);
        const wanted = [...slices].filter((slice) => !set.indices.some((i) => isOurs(i) && i.slice === slice));
        const created = [];
        for (const slice of wanted) created.push(await createIndex(this.#ports, set, slice, 'filling'));
        if (created.length > 0) await set.addBuilding(created, task.id);
        return old.filter(
          ({ state, ageMs, isShared }) => !isShared && (state === 'building' || ageMs > READER_GRACE_MS),
        );
      },
      task,
    );
    await store.drop(dropped.map(({ name }) => name));
  }

  /** @throws IndexLostError when an index has left the set, which happens as soon as any worker finds it lost. */
  async #checkSet({ boardId }: ClaimedTask, names: readonly string[]): Promise<void> {
    const set = await this.#ports.sets.read(boardId);
    const lost = names.filter((name) => !set.some((index) => index.name === name && index.state === 'building'));
    if (lost.length > 0) throw new IndexLostError(lost);
  }

  /** Waits until the new indices have the changes that were made while the rows were copied. */
  async #catchUp(task: ClaimedTask, context: TaskContext): Promise<void> {
    const { dirty, clock } = this.#ports;
    const barrier = await dirty.drawBarrier();
    let total = 0;
    const rates = new ProgressRates(this.#ports.now);
    for (;;) {
      const left = await dirty.countDirtyBelow(task.boardId, barrier);
      total = Math.max(total, left);
      if (left === 0) return;
      await context.report({
        progress: rates.withRate({ done: total - left, total, unit: 'threads', perSecond: null }),
      });
      await clock.wait(POLL_MS, context.signal);
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
        if (stuckSince !== null && now() - stuckSince > REPLICAS_WAIT_MS) {
          logger.warn({ index: name }, 'no node takes the replicas of this index; the rebuild continues without them');
          break;
        }
        await clock.wait(POLL_MS, context.signal);
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
      // Each document was built from its row, and nothing else writes to these indices, so the sums show whether every row is indexed at
      // its rev. The board's next verification, due as soon as the rebuild has ended, compares them in full.
      depth: 'sums' as const,
    };
    const { verifier } = this.#ports;
    for (let attempt = 1; ; attempt++) {
      const rates = new ProgressRates(this.#ports.now);
      const result = await verifier.verify(request, {
        pace: () => context.pace(),
        onProgress: async (_, progress) => context.report({ progress: rates.withRate(progress) }),
      });
      await context.report({ details: { drift: result.drift, repaired: result.found - result.drift } });
      if (result.drift === 0) return;
      if (attempt === VERIFICATIONS) throw new DriftError(board, result.drift);
      await context.pace();
    }
  }
}

/** Names of the building indices, as recorded by the prepare step. */
function recordedIndices({ details }: ClaimedTask): readonly string[] {
  const { indices } = details;
  return Array.isArray(indices) ? indices.filter((name) => typeof name === 'string') : [];
}
