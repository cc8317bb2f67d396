/** Housekeeping of the indices that several boards share. */
import { READER_GRACE_MS } from './housekeeping.ts';
import type { IndexStore, SharedIndexSets } from './ports.ts';

export interface SharedSweepPorts {
  readonly sets: SharedIndexSets;
  readonly store: Pick<IndexStore, 'countShared' | 'deleteSome' | 'drop'>;
  readonly onDropped: (name: string) => void;
  /** Called with a board whose documents were deleted from an index that it has left. */
  readonly onCleared: (name: string, board: string) => void;
}

/**
 * Deletes the documents of boards that have left a shared index, and indices without boards; requests rebuilds of boards that have grown
 * too large. Nothing depends on when a board left: a write that was on its way for hours is deleted by a later sweep. A board never
 * returns to an index that it has left, so nothing is deleted that is still to be written.
 */
export async function sweepShared(ports: SharedSweepPorts, closing: AbortSignal): Promise<void> {
  const { sets, store, onCleared } = ports;
  const counts = await store.countShared();
  // Read after the documents: the board of each document that was counted had joined by then.
  const members = await sets.shared();
  const documents = new Map<number, number>();
  for (const [name, boards] of counts) {
    // An index without any board belongs to another database.
    if (!members.some(({ index }) => index === name)) continue;
    for (const [board, count] of boards) {
      const member = members.find((one) => one.index === name && one.board === board);
      if (member !== undefined && member.state !== 'retired') {
        if (member.state === 'live') documents.set(member.boardId, (documents.get(member.boardId) ?? 0) + count);
        continue;
      }
      // Searches that began before the board left may still read them.
      if (member !== undefined && member.ageMs < READER_GRACE_MS) continue;
      while (!closing.aborted && (await store.deleteSome(name, board)) > 0);
      if (closing.aborted) return;
      onCleared(name, board);
    }
  }
  await dropEmpty(ports, counts);
  await sets.moveGrown(documents);
}

/** Deletes indices that no board uses. Under the lock, because a board that joins one chooses it under the same lock. */
async function dropEmpty({ sets, store, onDropped }: SharedSweepPorts, counts: SharedCounts): Promise<void> {
  await sets.holdShared(async (members) => {
    for (const [name, boards] of counts) {
      const ofIndex = members.filter(({ index }) => index === name);
      const isUsed = ofIndex.some(({ state, ageMs }) => state !== 'retired' || ageMs < READER_GRACE_MS);
      if (isUsed || (ofIndex.length === 0 && boards.size > 0)) continue;
      await store.drop([name]);
      onDropped(name);
    }
  });
}

type SharedCounts = Awaited<ReturnType<IndexStore['countShared']>>;
