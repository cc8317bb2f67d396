/** Deletes files that no post uses any more, and banned files, from their datastores. */
import { keysWithLarge } from '../../mappings/media.ts';
import type { Datastore } from '../../platform/datastore/datastore.ts';
import { toError } from '../../platform/errors.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { MediaContext } from './context.ts';
import { findImage } from './stored-files.ts';
import * as sql from './sql.ts';

const BATCH = 50;
const RETRY_SECONDS = 60;

/** Returns the number of deleted files. */
export async function removeUnusedFiles(
  context: Pick<MediaContext, 'pool' | 'datastores' | 'logger'>,
): Promise<number> {
  const { rows } = await context.pool.query<{ sha256: Buffer }>(sql.SELECT_REMOVALS, [BATCH]);
  let removed = 0;
  for (const { sha256 } of rows) {
    try {
      if (await removeFile(context, sha256)) removed++;
    } catch (error) {
      context.logger.warn(
        { err: toError(error), sha256: sha256.toString('hex') },
        'a file could not be deleted yet; it will be tried again',
      );
      await context.pool.query(sql.POSTPONE_REMOVAL, [sha256, RETRY_SECONDS]);
    }
  }
  return removed;
}

/** Deletes everything that waits to be deleted. Files that cannot be deleted now are postponed for a scraper. */
export async function removeAllUnused(
  context: Pick<MediaContext, 'pool' | 'datastores' | 'logger' | 'now'>,
): Promise<void> {
  do await removeUnusedFiles(context);
  while ((await context.pool.query(sql.SELECT_REMOVALS, [1])).rowCount === 1);
  while ((await removeLeftovers(context)) > 0);
}

interface LeftoverRow {
  readonly sha256: Buffer;
  readonly datastore_id: number;
  readonly type: string;
}

/** Deletes the copies that moved files left behind. Returns their number. */
export async function removeLeftovers(
  context: Pick<MediaContext, 'pool' | 'datastores' | 'logger' | 'now'>,
): Promise<number> {
  const { rows } = await context.pool.query<LeftoverRow>(sql.SELECT_LEFTOVERS, [context.now(), BATCH]);
  for (const row of rows) {
    try {
      await removeLeftover(context, row);
    } catch (error) {
      context.logger.warn(
        { err: toError(error), sha256: row.sha256.toString('hex') },
        'a moved file could not be deleted yet',
      );
      const later = new Date(context.now().getTime() + RETRY_SECONDS * 1_000);
      await context.pool.query(sql.ADD_LEFTOVER, [row.sha256, row.datastore_id, row.type, later]);
    }
  }
  return rows.length;
}

async function removeLeftover(
  { pool, datastores }: Pick<MediaContext, 'pool' | 'datastores'>,
  { sha256, datastore_id: storeId, type }: LeftoverRow,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query(sql.LOCK_FILE, [sha256.toString('hex')]);
    await client.query(sql.END_LEFTOVER, [sha256, storeId]);
    // The file may have moved back.
    if ((await findImage(client, sha256))?.datastore_id === storeId) return;
    await deleteWithLarge(await datastores.byId(storeId), sha256, type);
  });
}

async function removeFile(
  { pool, datastores }: Pick<MediaContext, 'pool' | 'datastores'>,
  sha256: Buffer,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    await client.query(sql.LOCK_FILE, [sha256.toString('hex')]);
    const image = await findImage(client, sha256);
    await client.query(sql.END_REMOVAL, [sha256]);
    if (image === null) return false;
    if (!image.banned) {
      const { rows } = await client.query<{ needed: boolean }>(sql.IS_NEEDED, [sha256]);
      if (rows[0]?.needed !== false) return false;
    }
    await client.query(sql.REMOVE_THUMB_TOO, [image.id]);
    await client.query(sql.HURRY_LEFTOVERS, [sha256]);
    await client.query(image.banned ? sql.EMPTY_IMAGE : sql.DELETE_IMAGE, [image.id]);
    if (image.datastore_id === null) return false;
    // Runs before the commit, so that the removal stays scheduled if this fails.
    await deleteWithLarge(await datastores.byId(image.datastore_id), sha256, image.type);
    return true;
  });
}

/** The large thumbnail of a picture is deleted with the picture. */
async function deleteWithLarge(store: Datastore, sha256: Uint8Array, type: string): Promise<void> {
  for (const key of keysWithLarge(sha256, type).toReversed()) await store.delete(key);
}
