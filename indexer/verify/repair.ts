import { documentVersion } from '../../mappings/elasticsearch/version.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Confirmed } from './confirm.ts';
import type { ElasticsearchDocuments } from './elasticsearch-documents.ts';
import type { IndexPlace } from './classify.ts';
import type { RenewedThread, PostgresRows } from './postgres-rows.ts';

const POLL_MS = 100;
/** The indexer may be waiting for an unavailable store. Without progress for this long, no indexer is running. */
const STALLED_MS = 60_000;

export interface RepairPorts {
  readonly rows: PostgresRows;
  readonly documents: ElasticsearchDocuments;
  readonly clock: Clock;
  pace(): Promise<void>;
}

/**
 * Repairs confirmed drift: deletes documents without a row, and gives the rows of the others new revs, so that the live path indexes them
 * again with a higher version. Returns when they are indexed, or when no indexer is running.
 *
 * Documents with versions that no new rev exceeds are deleted first. Elasticsearch then refuses lower versions for a minute, with a
 * conflict that looks as if the document were up to date; so its retention of deletes is switched off during the repair. That is safe:
 * the new rev is written afterwards, and any late write has a lower rev.
 */
export async function repair(ports: RepairPorts, index: IndexPlace, drift: readonly Confirmed[]): Promise<void> {
  const { rows, documents, clock } = ports;
  const { toDelete, needsNoRetention } = planDeletes(drift, await rows.newestRev(), await rows.epoch());
  if (needsNoRetention) await documents.setDeleteRetention(index.name, '0s');
  try {
    for (const document of toDelete) {
      await ports.pace();
      await documents.delete(index.name, document);
    }
    const posts = drift.flatMap(({ post }) => (post === null ? [] : [post]));
    const renewed = await rows.renew(index.boardId, posts);
    await waitUntilIndexed(ports, index.boardId, renewed);
  } finally {
    if (needsNoRetention) {
      await clock.wait(RETENTION_CLOCK_MS);
      await documents.refresh(index.name);
      await documents.setDeleteRetention(index.name, null);
    }
  }
}

/** Revs below the newest one that writers may have drawn but not committed yet. */
const UNCOMMITTED_REVS = 1_000_000;
/** Elasticsearch checks the retention of deletes with a clock that advances every 200 ms. */
const RETENTION_CLOCK_MS = 400;

function planDeletes(drift: readonly Confirmed[], newestRev: number, epoch: number) {
  const newest = documentVersion(epoch, Math.max(newestRev, 1));
  const toDelete = drift.flatMap(({ found, post }) => {
    if (found === null) return [];
    return post === null || found.version > newest ? [found] : [];
  });
  return { toDelete, needsNoRetention: toDelete.some(({ version }) => version > newest - UNCOMMITTED_REVS) };
}

async function waitUntilIndexed(ports: RepairPorts, boardId: number, renewed: readonly RenewedThread[]): Promise<void> {
  const { rows, clock } = ports;
  let least = Number.POSITIVE_INFINITY;
  let stalled = 0;
  while (stalled < STALLED_MS) {
    await ports.pace();
    const waiting = await rows.countWaiting(boardId, renewed);
    if (waiting === 0) return;
    stalled = waiting < least ? 0 : stalled + POLL_MS;
    least = Math.min(least, waiting);
    await clock.wait(POLL_MS);
  }
}
