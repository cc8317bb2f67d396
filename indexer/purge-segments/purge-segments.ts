/**
 * Makes Elasticsearch forget what purged posts were. A stub has taken the old document's place, and yet the old one
 * stays in its segment until that is merged, which may be never. And a merge keeps it for as long as a copy of the shard
 * may want to hear of the overwriting: so first the stubs, then the end of that history, then the merge.
 */
import { sliceOf } from '../../mappings/board.ts';
import { documentId } from '../../mappings/elasticsearch/post-document.ts';
import type { TaskProgress } from '../../mappings/task.ts';
import { AppError } from '../../platform/errors.ts';
import { isIndexMissing } from '../runtime/store-errors.ts';
import type { IndexSetStore } from '../index-set/ports.ts';
import type { Clock } from '../runtime/clock.ts';
import type { ClaimedTask, TaskContext, TaskHandler } from '../tasks/ports.ts';
import type { PurgedPost, SegmentStore, TombstoneStore } from './ports.ts';

export interface PurgeSegmentsPorts {
  readonly sets: Pick<IndexSetStore, 'read'>;
  readonly tombstones: TombstoneStore;
  readonly segments: SegmentStore;
  readonly clock: Clock;
}

/** Elasticsearch has more of a purged post than a stub, and no write of it is due. */
export class StubMissingError extends AppError {
  constructor(index: string, ids: readonly string[]) {
    super(
      'stub_missing',
      `${index} still has the content of ${ids.slice(0, 5).join(', ')}: run a verification with repair, then purge again`,
    );
  }
}

/** Posts in one round; what is purged meanwhile gets another. */
const ROUND = 1_000;
const LOOK_MS = 500;

export class PurgeSegments implements TaskHandler {
  readonly #ports: PurgeSegmentsPorts;

  constructor(ports: PurgeSegmentsPorts) {
    this.#ports = ports;
  }

  async run(task: ClaimedTask, context: TaskContext): Promise<Readonly<Record<string, unknown>>> {
    const { tombstones } = this.#ports;
    let { posts = 0, rounds = 0 } = task.details as { posts?: number; rounds?: number };
    for (;;) {
      await context.pace();
      const purged = await tombstones.unpurged(task.boardId, ROUND);
      if (purged.length === 0) return { posts, rounds };
      await this.#whileIndicesStay(context, async () => {
        await this.#awaitStubs(task, context, purged);
        const indices = await this.#indicesOf(task, purged);
        await this.#checkStubs(task, indices, purged);
        await this.#rewrite(context, indices);
      });
      await tombstones.forgetReasons(task.boardId, purged);
      await tombstones.close(task.boardId, purged);
      posts += purged.length;
      rounds++;
      await context.note({ details: { posts, rounds } });
    }
  }

  /** A cancelled or failed one leaves the rest to merges as they come, and the posts unpurged. */
  async undo(task: ClaimedTask): Promise<void> {
    await this.#endThorough((await this.#ports.sets.read(task.boardId)).map(({ name }) => name));
  }

  async #awaitStubs(task: ClaimedTask, context: TaskContext, purged: readonly PurgedPost[]): Promise<void> {
    const { tombstones, segments } = this.#ports;
    let most = 0;
    for (;;) {
      const awaited = await tombstones.awaited(task.boardId, purged);
      const present = new Set(await segments.list(task.board));
      const leaving = (await tombstones.retired(task.boardId)).filter((name) => present.has(name));
      most = Math.max(most, awaited);
      await context.note({ step: 'stubs', progress: progressOf('threads', most - awaited, most) });
      if (awaited === 0 && leaving.length === 0) return;
      await this.#pause(context);
    }
  }

  async #indicesOf(task: ClaimedTask, purged: readonly PurgedPost[]): Promise<readonly string[]> {
    const slices = new Set(purged.map(({ num }) => sliceOf(num, task.sliceSize)));
    const set = await this.#ports.sets.read(task.boardId);
    return set.filter(({ slice }) => slices.has(slice)).map(({ name }) => name);
  }

  async #checkStubs(task: ClaimedTask, indices: readonly string[], purged: readonly PurgedPost[]): Promise<void> {
    const ids = purged.map((post) => documentId({ board: task.board, ...post }));
    for (const index of indices) {
      const left = await this.#ports.segments.notStubs(index, ids);
      if (left.length > 0) throw new StubMissingError(index, left);
    }
  }

  async #rewrite(context: TaskContext, indices: readonly string[]): Promise<void> {
    const { segments } = this.#ports;
    try {
      const flushed = new Map<string, { readonly newest: number; readonly old: ReadonlySet<string> }>();
      for (const index of indices) {
        await segments.setThorough(index, true);
        flushed.set(index, { newest: await segments.flush(index), old: await segments.withDeletions(index) });
      }
      let done = 0;
      for (const [index, { newest, old }] of flushed) {
        await context.note({ step: 'merge', progress: progressOf('ranges', done++, flushed.size) });
        await this.#awaitEndOfHistory(context, index, newest);
        do {
          await segments.merge(index, context.signal);
          await context.pace();
        } while (await this.#isLeft(context, index, old));
      }
    } finally {
      await this.#endThorough(indices);
    }
  }

  /** Elasticsearch lets go of history twice a minute, by itself. */
  async #awaitEndOfHistory(context: TaskContext, index: string, newest: number): Promise<void> {
    const { segments } = this.#ports;
    for (;;) {
      const { retainedFrom, committed, isMerging } = await segments.history(index);
      if (retainedFrom > newest && committed >= newest && !isMerging) return;
      await this.#pause(context);
      if (committed < newest) await segments.flush(index);
    }
  }

  /** A segment that another merge had in hand is passed by a forced one. */
  async #isLeft(context: TaskContext, index: string, old: ReadonlySet<string>): Promise<boolean> {
    const now = await this.#ports.segments.withDeletions(index);
    if (![...old].some((name) => now.has(name))) return false;
    await this.#pause(context);
    return true;
  }

  async #endThorough(indices: readonly string[]): Promise<void> {
    for (const index of indices) {
      await this.#ports.segments.setThorough(index, false).catch((error: unknown) => {
        if (!isIndexMissing(error)) throw error;
      });
    }
  }

  /** An index that is dropped, or lost and made again, meanwhile: the work begins anew with those there are. */
  async #whileIndicesStay(context: TaskContext, work: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        await work();
        return;
      } catch (error) {
        if (!isIndexMissing(error)) throw error;
        await this.#pause(context);
      }
    }
  }

  async #pause(context: TaskContext): Promise<void> {
    await this.#ports.clock.wait(LOOK_MS, context.signal);
    await context.pace();
  }
}

function progressOf(unit: TaskProgress['unit'], done: number, total: number): TaskProgress {
  return { done, total, unit, perSecond: null };
}
