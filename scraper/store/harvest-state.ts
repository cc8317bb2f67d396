import type pg from 'pg';
import { prepared } from '../../platform/postgres.ts';
import { MARK_SEEN, SELECT_HARVEST_STATE, UPSERT_HARVEST_STATE, type HarvestStateRow } from './sql.ts';

/** What is known of a document of the source: which copy was stored, and how new the list said it was. */
export interface HarvestState {
  /** Verbatim Last-Modified of the stored copy. */
  readonly lastModified: string | null;
  readonly seenModified: number | null;
}

/** By URL; a document that was never stored is not in it. */
export async function readHarvestStates(
  db: pg.Pool | pg.PoolClient,
  boardId: number,
  urls: readonly string[],
): Promise<Map<string, HarvestState>> {
  const { rows } = await db.query<HarvestStateRow>(prepared(SELECT_HARVEST_STATE, [boardId, urls]));
  return new Map(rows.flatMap((row) => (row.url === null ? [] : [[row.url, toHarvestState(row)]])));
}

export function toHarvestState(row: HarvestStateRow): HarvestState {
  const { last_modified: lastModified, seen_modified: seen } = row;
  return { lastModified, seenModified: seen === null ? null : Number(seen) };
}

export async function saveHarvestState(
  db: pg.Pool | pg.PoolClient,
  boardId: number,
  url: string,
  state: HarvestState,
  now: Date,
): Promise<void> {
  await db.query(prepared(UPSERT_HARVEST_STATE, [boardId, url, state.lastModified, state.seenModified, now]));
}

/** Nothing new came since the stored copy, whose validator stays. */
export async function markSeen(
  db: pg.Pool | pg.PoolClient,
  boardId: number,
  url: string,
  seenModified: number,
  now: Date,
): Promise<void> {
  await db.query(MARK_SEEN, [boardId, url, seenModified, now]);
}
