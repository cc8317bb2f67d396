/** Deletes files that no post uses any more, and banned files, from their datastores. */
import { mediaKey } from '../../mappings/media.ts';
import { toError } from '../../platform/errors.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { MediaContext } from './context.ts';
import { findImage } from './store-file.ts';
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

async function removeFile(
  { pool, datastores }: Pick<MediaContext, 'pool' | 'datastores'>,
  sha256: Buffer,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    await client.query(sql.HOLD_FILE, [sha256.toString('hex')]);
    const image = await findImage(client, sha256);
    await client.query(sql.END_REMOVAL, [sha256]);
    if (image === null) return false;
    if (!image.banned) {
      const { rows } = await client.query<{ needed: boolean }>(sql.IS_NEEDED, [sha256]);
      if (rows[0]?.needed !== false) return false;
    }
    await client.query(sql.REMOVE_THUMB_TOO, [image.id]);
    await client.query(image.banned ? sql.EMPTY_IMAGE : sql.DELETE_IMAGE, [image.id]);
    if (image.datastore_id === null) return false;
    // Before the commit, so that the removal stays scheduled if this fails.
    await (await datastores.byId(image.datastore_id)).delete(mediaKey(sha256, image.type));
    return true;
  });
}
