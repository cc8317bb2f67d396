/** Repeats removals that a restored database lacks. */
import type pg from 'pg';
import { banMedia } from '../../scraper/media/ban.ts';
import { carryOutRemovals } from '../../store/removals.ts';
import { removalLog } from '../stores.ts';

/** Runs first, so that no process serves content that was removed after the backup. */
export async function removeAgain(pool: pg.Pool): Promise<void> {
  const log = removalLog();
  const ban = async (hash: Buffer) => void (await banMedia(pool, hash, 'restore', 'banned after the backup'));
  const { posts, bans, files } = await carryOutRemovals(pool, log, ban, new Date());
  if (posts > 0 || bans > 0 || files > 0)
    console.log(`Removed again, as ${log.path} says: ${posts} posts, ${bans} banned files, ${files} deleted files.`);
}
