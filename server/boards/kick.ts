/** Asks the harvester of a board for a harvest now. */
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { kickTarget } from '../../mappings/kick.ts';
import { UnavailableError } from '../../platform/errors.ts';
import { isKickWaiting, sendUpdateKick } from '../../platform/kick.ts';
import type { Kicked } from '../../mappings/contract/kick.ts';
import { NotFoundError, RefusedError } from '../http/errors.ts';
import { SELECT_FORUMS } from '../kick/sql.ts';

export interface KickOptions {
  readonly pool: pg.Pool;
  readonly redis: Redis | null;
  readonly queuePrefix: string;
}

const BUSY_SECONDS = 30;

function away(error: unknown): never {
  throw new UnavailableError('redis', 'Redis, which carries kicks, is out of reach.', { cause: error });
}

/**
 * `pay` is asked for before the source is troubled; what waits already troubles it no more.
 * @throws NotFoundError for an address that is no document of a board
 * @throws RefusedError for a closed board, and when too many kicks wait already
 * @throws UnavailableError without Redis
 */
export async function kick(
  { pool, redis, queuePrefix }: KickOptions,
  url: string,
  pay: () => Promise<void>,
): Promise<Kicked> {
  const { rows } = await pool.query<{ board: string; url: string; source_name: string; closed: boolean }>(
    SELECT_FORUMS,
  );
  const forums = rows.map((row) => ({ ...row, sourceName: row.source_name }));
  const target = kickTarget(url, forums);
  if (target === null) {
    throw new NotFoundError('board_unknown', 'This is no address of a board that is archived here.');
  }
  const { board, closed } = target.forum;
  if (closed) throw new RefusedError(409, 'forum_closed', `/${board}/ is closed there: nothing more comes of it.`);
  if (redis === null) throw new UnavailableError('redis', 'Nobody can be kicked without Redis.');
  if (!(await isKickWaiting(redis, queuePrefix, target).catch(away))) await pay();
  const harvesters = await sendUpdateKick(redis, queuePrefix, target).catch(away);
  if (harvesters === null) {
    const detail = `So much of /${board}/ was asked for already that this would not be fetched soon.`;
    throw new RefusedError(503, 'kicks_full', detail, BUSY_SECONDS);
  }
  return { board, thread: target.thread, harvesters };
}
