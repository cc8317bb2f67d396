/** Recomputes the pixel hashes that an older version of the rule made (PIXELS_RULE in mappings/media.ts). */
import { rm } from 'node:fs/promises';
import { PIXELS_RULE } from '../../mappings/media.ts';
import { DatastoreUnavailableError } from '../../platform/datastore/datastore.ts';
import { toError } from '../../platform/errors.ts';
import type { MediaContext } from './context.ts';
import { copyOut } from './copy-out.ts';
import { ImageError } from './image-worker/image-worker.ts';
import * as sql from './sql.ts';

export type RenewContext = Pick<MediaContext, 'pool' | 'datastores' | 'imageWorker' | 'incomingDir' | 'logger'>;

export interface RenewCounts {
  /** Hashes that follow the current rule now. */
  renewed: number;
  /** The part of these images that has no hash under the current rule. */
  without: number;
  /** Files that could not be read; `media verify` reports them. */
  unreadable: number;
}

export interface RenewedBatch extends RenewCounts {
  /** Where the next batch begins; null when nothing is left. */
  readonly after: RenewPlace | null;
}

/** Rule and id of an image. */
export type RenewPlace = readonly [rule: number, id: string];

export const RENEW_FROM: RenewPlace = [0, '0'];

interface OutdatedRow {
  readonly id: string;
  readonly sha256: Buffer;
  readonly type: string;
  readonly pixels_rule: number;
  readonly datastore_id: number;
}

/** Renews at most `limit` hashes after `after`. A killed pass loses nothing, because the rule is stored with each hash. */
export async function renewPixels(context: RenewContext, after: RenewPlace, limit: number): Promise<RenewedBatch> {
  const { rows } = await context.pool.query<OutdatedRow>(sql.SELECT_OUTDATED_PIXELS, [PIXELS_RULE, ...after, limit]);
  const counts: RenewCounts = { renewed: 0, without: 0, unreadable: 0 };
  for (const row of rows) await renewOne(context, row, counts);
  const last = rows.at(-1);
  return { ...counts, after: last === undefined ? null : [last.pixels_rule, last.id] };
}

async function renewOne(context: RenewContext, row: OutdatedRow, counts: RenewCounts): Promise<void> {
  const copied = await copy(context, row);
  if (copied === null) {
    counts.unreadable++;
    return;
  }
  try {
    const pixels = await hash(context, copied);
    await context.pool.query(sql.RENEW_PIXELS, [row.id, pixels, PIXELS_RULE]);
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
async function hash({ imageWorker }: RenewContext, path: string): Promise<Buffer | null> {
  try {
    const { pixels } = await imageWorker.run({ kind: 'fingerprint', path, scratch: `${path}.v` });
    return pixels === null ? null : Buffer.from(pixels, 'hex');
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
