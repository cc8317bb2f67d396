/** Refused content of sources: whole documents, single entries of them, and files. Scrapers record it; admins list it. */
import type pg from 'pg';
import type { HarvestRefusalList } from '../../mappings/contract/refusals.ts';
import { asAccount, assertAdminOfAny } from './as-account.ts';

/** The newest first. Index: refusals_last_seen. $1 board or null, $2 limit, $3 whether boards are limited to those of the account. */
const LIST_REFUSALS = `
select b.name as board, r.url, r.thread, r.reason, r.entries, r.sample, r.times, r.first_seen, r.last_seen
from refusals r join boards b on b.id = r.board_id
where ($1::text is null or b.name = $1) and (not $3::boolean or r.board_id = any (administered_boards()))
order by r.last_seen desc, r.board_id, r.url, r.reason limit $2`;

interface RefusalRow {
  readonly board: string;
  readonly url: string;
  readonly thread: string | null;
  readonly reason: string;
  readonly entries: number | null;
  readonly sample: string;
  readonly times: string;
  readonly first_seen: Date;
  readonly last_seen: Date;
}

export interface RefusalFilter {
  /** Board name; null for all boards. */
  readonly board: string | null;
  readonly limit: number;
}

/** `secret` null: the pool's role must have the right to read. */
export async function listRefusals(
  pool: pg.Pool,
  secret: string | null,
  { board, limit }: RefusalFilter,
): Promise<HarvestRefusalList> {
  const rows = await asAccount(pool, secret, async (client) => {
    if (secret !== null) await assertAdminOfAny(client);
    return (await client.query<RefusalRow>(LIST_REFUSALS, [board, limit + 1, secret !== null])).rows;
  });
  return {
    refusals: rows.slice(0, limit).map(({ thread, times, first_seen, last_seen, ...row }) => ({
      ...row,
      thread: thread === null ? null : Number(thread),
      times: Number(times),
      first_seen: first_seen.toISOString(),
      last_seen: last_seen.toISOString(),
    })),
    has_more: rows.length > limit,
  };
}
