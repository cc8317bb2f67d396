/**
 * Removes the content of purged posts from Elasticsearch's segments. A stub replaces the old document immediately, but the old document
 * stays in its segment until that is merged, which may never happen. Even a merge keeps it while a copy of the shard may still need the
 * overwritten operation to catch up. Steps: wait until every index has the stubs; wait until the shards have dropped the operations from
 * their history; force a merge.
 */
import { sliceOf } from '../../mappings/board.ts';
import { documentId } from '../../mappings/elasticsearch/post-document.ts';
import type { TaskProgress } from '../../mappings/task.ts';
import { AppError } from '../../platform/errors.ts';
import { isIndexMissing } from '../runtime/store-errors.ts';
import type { IndexSetStore, IndexStore } from '../index-set/ports.ts';
import type { Clock } from '../runtime/clock.ts';
import type { ClaimedTask, TaskContext, TaskHandler } from '../tasks/ports.ts';
import type { ElasticsearchSegments } from './elasticsearch-segments.ts';
import type { PostgresTombstones, PurgedPost } from './postgres-tombstones.ts';

export interface PurgeSegmentsPorts {
  readonly sets: Pick<IndexSetStore, 'read'>;
  readonly tombstones: PostgresTombstones;
  readonly segments: ElasticsearchSegments;
  readonly indices: Pick<IndexStore, 'list' | 'countShared'>;
  readonly clock: Clock;
}

/** An index has more of a purged post than a stub, and no pending write will change that. */
export class StubMissingError extends AppError {
  constructor(index: string, ids: readonly string[]) {
    super(
      'stub_missing',
      `${index} still has the content of ${ids.slice(0, 5).join(', ')}: run a verification with repair, then purge again`,
    );
  }
}

/** Posts of one round. Posts that are purged during a round belong to the next one. */
const POSTS_PER_ROUND = 1_000;
const POLL_MS = 500;

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
      const purged = await tombstones.readUnpurged(task.boardId, POSTS_PER_ROUND);
      if (purged.length === 0) return { posts, rounds };
      await this.#retryWhenIndicesChange(context, async () => {
        await this.#awaitStubs(task, context, purged);
        const indices = await this.#indicesOf(task, purged);
        await this.#checkStubs(task, indices, purged);
        await this.#rewrite(context, indices);
      });
      await tombstones.deleteRefusals(task.boardId, purged);
      await tombstones.recordPurged(task.boardId, purged);
      posts += purged.length;
      rounds++;
      await context.report({ details: { posts, rounds } });
    }
  }

  /** Restores the merge settings. The remaining content stays until Elasticsearch merges its segments by itself. */
  async undo(task: ClaimedTask): Promise<void> {
    await this.#endMergeAll((await this.#ports.sets.read(task.boardId)).map(({ name }) => name));
  }

  async #awaitStubs(task: ClaimedTask, context: TaskContext, purged: readonly PurgedPost[]): Promise<void> {
    const { tombstones, indices } = this.#ports;
    let most = 0;
    for (;;) {
      const dirtyThreads = await tombstones.countAwaitingStubs(task.boardId, purged);
      const present = new Set(await indices.list(task.board));
      const retired = await tombstones.readRetiredIndices(task.boardId);
      const shared = retired.some(({ isShared }) => isShared) ? await indices.countShared() : null;
      const leaving = retired.filter(({ name, isShared }) =>
        isShared ? shared?.get(name)?.has(task.board) : present.has(name),
      );
      most = Math.max(most, dirtyThreads);
      await context.report({ step: 'stubs', progress: progressOf('threads', most - dirtyThreads, most) });
      if (dirtyThreads === 0 && leaving.length === 0) return;
      await this.#pause(context);
    }
  }

  async #indicesOf(task: ClaimedTask, purged: readonly PurgedPost[]): Promise<readonly string[]> {
    const slices = new Set(purged.map(({ num }) => sliceOf(num, task.sliceSize)));
    const { sets, tombstones, indices } = this.#ports;
    const set = await sets.read(task.boardId);
    // The segments of a shared index that the board has left may still hold its documents.
    const left = (await tombstones.readRetiredIndices(task.boardId)).filter(({ isShared }) => isShared);
    const present = left.length === 0 ? null : await indices.countShared();
    const existing = left.filter(({ name }) => present?.has(name));
    return [...set, ...existing].filter(({ slice }) => slices.has(slice)).map(({ name }) => name);
  }

  async #checkStubs(task: ClaimedTask, indices: readonly string[], purged: readonly PurgedPost[]): Promise<void> {
    const ids = purged.map((post) => documentId({ board: task.board, ...post }));
    for (const index of indices) {
      const left = await this.#ports.segments.findNonStubs(index, ids);
      if (left.length > 0) throw new StubMissingError(index, left);
    }
  }

  async #rewrite(context: TaskContext, indices: readonly string[]): Promise<void> {
    const { segments } = this.#ports;
    try {
      const flushed = new Map<string, { readonly newest: number; readonly old: ReadonlySet<string> }>();
      for (const index of indices) {
        await segments.setMergeAll(index, true);
        flushed.set(index, { newest: await segments.flush(index), old: await segments.namesWithDeletions(index) });
      }
      let done = 0;
      for (const [index, { newest, old }] of flushed) {
        await context.report({ step: 'merge', progress: progressOf('ranges', done++, flushed.size) });
        await this.#awaitEndOfHistory(context, index, newest);
        do {
          await segments.merge(index, context.signal);
          await context.pace();
        } while (await this.#hasSegmentsLeft(context, index, old));
      }
    } finally {
      await this.#endMergeAll(indices);
    }
  }

  /** Elasticsearch trims the history of a shard twice a minute. */
  async #awaitEndOfHistory(context: TaskContext, index: string, newest: number): Promise<void> {
    const { segments } = this.#ports;
    for (;;) {
      const { retainedFrom, committed, isMerging } = await segments.history(index);
      if (retainedFrom > newest && committed >= newest && !isMerging) return;
      await this.#pause(context);
      if (committed < newest) await segments.flush(index);
    }
  }

  /** Returns whether old segments are left: a forced merge skips segments that another merge is working on. */
  async #hasSegmentsLeft(context: TaskContext, index: string, old: ReadonlySet<string>): Promise<boolean> {
    const now = await this.#ports.segments.namesWithDeletions(index);
    if (![...old].some((name) => now.has(name))) return false;
    await this.#pause(context);
    return true;
  }

  async #endMergeAll(indices: readonly string[]): Promise<void> {
    for (const index of indices) {
      await this.#ports.segments.setMergeAll(index, false).catch((error: unknown) => {
        if (!isIndexMissing(error)) throw error;
      });
    }
  }

  /** Runs the work, and again from its beginning when an index was dropped, or lost and created again, in the meantime. */
  async #retryWhenIndicesChange(context: TaskContext, work: () => Promise<void>): Promise<void> {
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
    await this.#ports.clock.wait(POLL_MS, context.signal);
    await context.pace();
  }
}

function progressOf(unit: TaskProgress['unit'], done: number, total: number): TaskProgress {
  return { done, total, unit, perSecond: null };
}
