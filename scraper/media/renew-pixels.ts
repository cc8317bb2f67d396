/**
 * Recomputes the pixel hashes that an older version of the rule made (PIXELS_RULE in mappings/media.ts), and computes missing difference
 * hashes.
 */
import { rm } from 'node:fs/promises';
import { PIXELS_RULE } from '../../mappings/media.ts';
import { DatastoreUnavailableError } from '../../platform/datastore/datastore.ts';
import { toError } from '../../platform/errors.ts';
import type { Fingerprint } from '../../platform/images/fingerprint.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { MediaContext } from './context.ts';
import { copyOut } from './copy-out.ts';
import { ImageError } from './image-worker/image-worker.ts';
import * as sql from './sql.ts';
import { addDifferences } from './stored-files.ts';

export type RenewContext = Pick<MediaContext, 'pool' | 'datastores' | 'imageWorker' | 'incomingDir' | 'logger'>;

export interface RenewCounts {
  /** Files whose hashes are complete and follow the current rule now. */
  renewed: number;
  /** The part of these images that has no hash of the pixels under the current rule. */
  without: number;
  /** Files that could not be read; `media verify` reports them. */
  unreadable: number;
}

export interface RenewedBatch extends RenewCounts {
  /** Where the next batch begins; null when nothing is left. */
  readonly after: RenewPlace | null;
}

/** Files with an older hash of the pixels come first, by its rule. Files that lack difference hashes follow. */
export type RenewPlace =
  | { readonly what: 'outdated'; readonly rule: number; readonly id: string }
  | { readonly what: 'without differences'; readonly id: string };

export const RENEW_FROM: RenewPlace = { what: 'outdated', rule: 0, id: '0' };

interface OutdatedRow {
  readonly id: string;
  readonly sha256: Buffer;
  readonly type: string;
  readonly pixels_rule: number;
  readonly datastore_id: number;
}

/** Renews at most `limit` files after `after`. A killed pass loses nothing, because each file records what it has. */
export async function renewPixels(context: RenewContext, after: RenewPlace, limit: number): Promise<RenewedBatch> {
  const rows = await readRows(context, after, limit);
  const counts: RenewCounts = { renewed: 0, without: 0, unreadable: 0 };
  for (const row of rows) await renewOne(context, row, counts);
  return { ...counts, after: placeAfter(after, rows.at(-1)) };
}

async function readRows({ pool }: RenewContext, after: RenewPlace, limit: number): Promise<readonly OutdatedRow[]> {
  const { rows } =
    after.what === 'outdated'
      ? await pool.query<OutdatedRow>(sql.SELECT_OUTDATED_PIXELS, [PIXELS_RULE, after.rule, after.id, limit])
      : await pool.query<OutdatedRow>(sql.SELECT_WITHOUT_DIFFERENCES, [PIXELS_RULE, after.id, limit]);
  return rows;
}

function placeAfter({ what }: RenewPlace, last: OutdatedRow | undefined): RenewPlace | null {
  if (what === 'outdated') {
    return last === undefined
      ? { what: 'without differences', id: '0' }
      : { what, rule: last.pixels_rule, id: last.id };
  }
  return last === undefined ? null : { what, id: last.id };
}

async function renewOne(context: RenewContext, row: OutdatedRow, counts: RenewCounts): Promise<void> {
  const copied = await copy(context, row);
  if (copied === null) {
    counts.unreadable++;
    return;
  }
  try {
    const print = await hash(context, copied);
    const pixels = print?.pixels == null ? null : Buffer.from(print.pixels, 'hex');
    await inTransaction(context.pool, async (client) => {
      // A ban or a removal of the file waits, or has come first.
      await client.query(sql.LOCK_FILE, [row.sha256.toString('hex')]);
      await client.query(sql.RENEW_PIXELS, [row.id, pixels, PIXELS_RULE]);
      const { rowCount } = await client.query(sql.NOTE_DIFFERENCES, [row.id]);
      if (rowCount === 1) await addDifferences(client, row.id, print?.differences ?? []);
    });
    counts.renewed++;
    if (pixels === null) counts.without++;
  } finally {
    await rm(copied, { force: true });
  }
}

/** The path of a copy; null if the file cannot be read now. */
async function copy({ datastores, incomingDir, logger }: RenewContext, row: OutdatedRow): Promise<string | null> {
  try {
    const copied = await copyOut(await datastores.byId(row.datastore_id), row, incomingDir);
    if (typeof copied === 'object') return copied.path;
    logger.warn({ sha256: row.sha256.toString('hex'), problem: copied }, 'a stored file cannot be read: media verify');
  } catch (error) {
    if (!(error instanceof DatastoreUnavailableError)) throw error;
    logger.debug({ err: toError(error) }, 'a datastore is unavailable');
  }
  return null;
}

/** null for an image that the current rule cannot decode. */
async function hash({ imageWorker }: RenewContext, path: string): Promise<Fingerprint | null> {
  try {
    return await imageWorker.run({ kind: 'fingerprint', path, scratch: `${path}.v` });
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    return null;
  }
}

const BATCH = 4;
/** Rounds without a query after everything was renewed. */
const PAUSE_ROUNDS = 300;

/** The background pass of a scraper: renews a few images in each round, between fetches of files. */
export function createRenewal(context: RenewContext): () => Promise<void> {
  let after = RENEW_FROM;
  let pause = 0;
  return async () => {
    if (pause-- > 0) return;
    const batch = await renewPixels(context, after, BATCH);
    after = batch.after ?? RENEW_FROM;
    pause = batch.after === null ? PAUSE_ROUNDS : 0;
  };
}
