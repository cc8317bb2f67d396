import { documentVersion } from '../../mappings/elasticsearch/version.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Confirmed } from './confirm.ts';
import type { ElasticsearchDocuments } from './elasticsearch-documents.ts';
import type { IndexPlace } from './judge.ts';
import type { Mended, PostgresRows } from './postgres-rows.ts';

const LOOK_MS = 100;
/** The indexer may wait for a store that is away; with nothing moving for this long nobody is indexing. */
const STALLED_MS = 60_000;

export interface RepairPorts {
  readonly rows: PostgresRows;
  readonly documents: ElasticsearchDocuments;
  readonly clock: Clock;
  pace(): Promise<void>;
}

/**
 * Takes away what has no row, and gives the rows of the others new revs: they come back over the way of every change, and
 * a new rev beats what a foreign write left. Returns when that has happened, or when nobody is indexing.
 *
 * Versions that no new rev beats are taken away first, and Elasticsearch is made to forget at once that they were: else it
 * would refuse the row's document for a minute, by a conflict that reads as "there already". Forgetting early is safe, for
 * the new rev comes after it, and whatever comes late is below that.
 */
export async function repair(ports: RepairPorts, index: IndexPlace, drift: readonly Confirmed[]): Promise<void> {
  const { rows, documents, clock } = ports;
  const { drop, isForgotten } = planDrops(drift, await rows.newestRev(), await rows.epoch());
  if (isForgotten) await documents.rememberDeletes(index.name, '0s');
  try {
    for (const document of drop) {
      await ports.pace();
      await documents.delete(index.name, document);
    }
    const posts = drift.flatMap(({ post }) => (post === null ? [] : [post]));
    const mended = await rows.renew(index.boardId, posts);
    await untilIndexed(ports, index.boardId, mended);
  } finally {
    if (isForgotten) {
      await clock.wait(FORGET_MS);
      await documents.refresh(index.name);
      await documents.rememberDeletes(index.name, null);
    }
  }
}

/** A writer may have drawn its rev a while ago and commit it only now. */
const REVS_UNDER_WAY = 1_000_000;
/** Elasticsearch's clock for deletes goes in steps of 200 ms. */
const FORGET_MS = 400;

function planDrops(drift: readonly Confirmed[], newestRev: number, epoch: number) {
  const newest = documentVersion(epoch, Math.max(newestRev, 1));
  const drop = drift.flatMap(({ found, post }) => {
    if (found === null) return [];
    return post === null || found.version > newest ? [found] : [];
  });
  return { drop, isForgotten: drop.some(({ version }) => version > newest - REVS_UNDER_WAY) };
}

async function untilIndexed(ports: RepairPorts, boardId: number, mended: readonly Mended[]): Promise<void> {
  const { rows, clock } = ports;
  let least = Number.POSITIVE_INFINITY;
  let stalled = 0;
  while (stalled < STALLED_MS) {
    await ports.pace();
    const waiting = await rows.countWaiting(boardId, mended);
    if (waiting === 0) return;
    stalled = waiting < least ? 0 : stalled + LOOK_MS;
    least = Math.min(least, waiting);
    await clock.wait(LOOK_MS);
  }
}
