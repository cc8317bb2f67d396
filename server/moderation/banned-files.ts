/** The files that are banned, and stored files that look like them. */
import type pg from 'pg';
import type { BannedFile, BannedFileList, NearFile } from '../../mappings/contract/banned-files.ts';
import type { RemovalLog } from '../../platform/removal-log.ts';
import { listBoards } from '../../store/boards/boards.ts';
import { asAccount, assertModeratorOfAll, assertModeratorOfAny } from '../admin/as-account.ts';
import { NotFoundError } from '../shared/errors.ts';

/** Bits of 64 that may differ. Pictures that were only scaled or compressed again differ in up to six. */
const NEAR_BITS = 8;
const MAX_NEAR = 100;

/** The newest first. Index: banned_media_since. $1 time in microseconds or null, $2 hash, $3 limit. */
const LIST = `
select encode(hash, 'hex') as hash, reason, banned_by, since as banned_at, perceptual_hash is not null as has_picture,
  (extract(epoch from since) * 1000000)::bigint as micros
from banned_media
where $1::bigint is null or (since, hash) < (to_timestamp(0) + $1::bigint * interval '1 microsecond', $2::bytea)
order by since desc, hash desc limit $3`;

interface Row extends Omit<BannedFile, 'banned_at'> {
  readonly banned_at: Date;
  readonly micros: string;
}

/** `before`: `next` of the page before. */
export async function listBannedFiles(
  pool: pg.Pool,
  secret: string,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<BannedFileList> {
  const [micros = null, hash = ''] = before?.split('.') ?? [];
  const rows = await asAccount(pool, secret, async (client) => {
    await assertModeratorOfAny(client);
    return (await client.query<Row>(LIST, [micros, Buffer.from(hash, 'hex'), limit + 1])).rows;
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    files: shown.map(({ micros: _micros, banned_at: at, ...file }) => ({ ...file, banned_at: at.toISOString() })),
    next: rows.length > limit && last !== undefined ? `${last.micros}.${last.hash}` : null,
  };
}

/** The function's comment names the indexes. $1 hash, $2 bits, $3 limit. */
const NEAR = 'select board_id, num, subnum, distance, posts, elsewhere from near_files($1, $2, $3)';

interface NearRow extends Pick<NearFile, 'distance' | 'subnum' | 'posts' | 'elsewhere'> {
  readonly board_id: number;
  readonly num: string;
}

/** Nearest first. Empty for a file that is not a picture, or was never stored in this archive. */
export async function listNearFiles(pool: pg.Pool, secret: string, hash: string): Promise<NearFile[]> {
  const rows = await asAccount(pool, secret, async (client) => {
    await assertModeratorOfAny(client);
    return (await client.query<NearRow>(NEAR, [Buffer.from(hash, 'hex'), NEAR_BITS, MAX_NEAR])).rows;
  });
  const names = new Map((await listBoards(pool)).map(({ id, name }) => [id, name]));
  return rows.map(({ board_id: id, num, ...row }) => ({ ...row, board: names.get(id) ?? '', num: Number(num) }));
}

/** The function's comment names the indexes. $1 hash. */
const UNBAN = 'select unban_file($1) as was_banned';

/** Writes to `log` before the commit. @throws NotFoundError `file_unknown`; RefusedError 403 `role_required` */
export async function unbanFile(pool: pg.Pool, secret: string, hash: string, log: RemovalLog): Promise<void> {
  await asAccount(pool, secret, async (client) => {
    await assertModeratorOfAll(client);
    const { rows } = await client.query<{ was_banned: boolean }>(UNBAN, [Buffer.from(hash, 'hex')]);
    if (rows[0]?.was_banned !== true) throw new NotFoundError('file_unknown', 'This file is not banned.');
    await log?.append({ action: 'unban', at: new Date().toISOString(), hash });
  });
}
