import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { KickResult } from '../../mappings/contract/kick.ts';
import { kickTarget } from '../../mappings/kick.ts';
import { UnavailableError } from '../../platform/errors.ts';
import { isKickWaiting, sendUpdateKick } from '../../store/boards/kicks.ts';
import { NotFoundError, RefusedError } from '../shared/errors.ts';

export interface KickOptions {
  readonly pool: pg.Pool;
  readonly redis: Redis;
  readonly queuePrefix: string;
}

const RETRY_AFTER_SECONDS = 30;

/**
 * Where each board is harvested, and whether that forum is closed. Reads all of boards, backfills and forums, which
 * are small.
 */
const READ_FORUMS = `
  with here as (
    select id as board_id, name as board, url, coalesce(source_name, name) as source_name from boards
    union
    select w.board_id, b.name, w.url, w.source_name from backfills w join boards b on b.id = w.board_id
  )
  select board, url, source_name, exists (
      select from forums f
      where f.board_id = here.board_id and f.base_url = url || '/' || source_name and f.closed_at is not null) as closed
  from here order by closed, board, url`;

/**
 * Kicks: requests that the scraper that harvests the board or thread at `url` fetches it now. `charge` runs before a kick is sent,
 * unless the same kick already waits.
 * @throws NotFoundError `board_unknown`: the address does not belong to a board or thread in this archive
 * @throws RefusedError 409 `forum_closed`, 503 `kicks_full`
 * @throws UnavailableError without Redis
 */
export async function kick(
  { pool, redis, queuePrefix }: KickOptions,
  url: string,
  charge: () => Promise<void>,
): Promise<KickResult> {
  const { rows } = await pool.query<{ board: string; url: string; source_name: string; closed: boolean }>(READ_FORUMS);
  const forums = rows.map((row) => ({ ...row, sourceName: row.source_name }));
  const target = kickTarget(url, forums);
  if (target === null) {
    throw new NotFoundError('board_unknown', 'This address is not one of a board that is archived here.');
  }
  const { board, closed } = target.forum;
  if (closed) {
    throw new RefusedError(409, 'forum_closed', `The forum of /${board}/ is closed: it is no longer harvested.`);
  }
  if (!(await isKickWaiting(redis, queuePrefix, target).catch(redisAway))) await charge();
  const harvesters = await sendUpdateKick(redis, queuePrefix, target).catch(redisAway);
  if (harvesters === null) {
    const detail = `Too many kicks of /${board}/ are waiting: this one would not be handled soon.`;
    throw new RefusedError(503, 'kicks_full', detail, RETRY_AFTER_SECONDS);
  }
  return { board, thread: target.thread, harvesters };
}

function redisAway(error: unknown): never {
  throw new UnavailableError('redis', 'Redis, which carries kicks, is out of reach.', { cause: error });
}
