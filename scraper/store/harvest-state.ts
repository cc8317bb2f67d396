import type pg from 'pg';
import { prepared } from '../../platform/postgres.ts';

/** The stored state of one document of a source. */
export interface HarvestState {
  /** Verbatim Last-Modified of the stored copy. */
  readonly lastModified: string | null;
  /** The document's last change according to the thread list, in seconds since 1970; null while a newer copy is still expected. */
  readonly seenModified: number | null;
}

interface HarvestStateRow {
  readonly url: string;
  readonly last_modified: string | null;
  readonly seen_modified: string | null;
}

/** Index: harvest_state_pkey. $1 board, $2 urls. */
const SELECT_STATES = `
select url, last_modified, seen_modified from harvest_state where board_id = $1 and url = any($2::text[])`;

/** States by URL, without documents that were never stored. */
export async function readHarvestStates(
  db: pg.Pool | pg.PoolClient,
  boardId: number,
  urls: readonly string[],
): Promise<Map<string, HarvestState>> {
  const { rows } = await db.query<HarvestStateRow>(prepared(SELECT_STATES, [boardId, urls]));
  return new Map(
    rows.map(({ url, last_modified: lastModified, seen_modified: seen }) => [
      url,
      { lastModified, seenModified: seen === null ? null : Number(seen) },
    ]),
  );
}

/** null for a document that was never stored. */
export async function readHarvestState(
  db: pg.Pool | pg.PoolClient,
  boardId: number,
  url: string,
): Promise<HarvestState | null> {
  return (await readHarvestStates(db, boardId, [url])).get(url) ?? null;
}

/** Index: harvest_state_pkey. $1 board, $2 url, $3 validator, $4 seen, $5 now. */
const UPSERT_STATE = `
insert into harvest_state (board_id, url, last_modified, seen_modified, fetched_at, whole_at)
values ($1, $2, $3, $4, $5, $5)
on conflict (board_id, url) do update set
  last_modified = excluded.last_modified, seen_modified = excluded.seen_modified, fetched_at = excluded.fetched_at,
  whole_at = excluded.whole_at`;

/** Call it after storing a full copy of the document. */
export async function saveHarvestState(
  db: pg.Pool | pg.PoolClient,
  boardId: number,
  url: string,
  state: HarvestState,
  now: Date,
): Promise<void> {
  await db.query(prepared(UPSERT_STATE, [boardId, url, state.lastModified, state.seenModified, now]));
}

/** Index: harvest_state_pkey. $1 board, $2 url, $3 seen, $4 now. */
const MARK_SEEN = `
insert into harvest_state (board_id, url, seen_modified, fetched_at)
values ($1, $2, $3, $4)
on conflict (board_id, url) do update set
  seen_modified = excluded.seen_modified, fetched_at = excluded.fetched_at`;

/** Records a check that brought nothing new; the stored copy keeps its validator. */
export async function markSeen(
  db: pg.Pool | pg.PoolClient,
  boardId: number,
  url: string,
  seenModified: number,
  now: Date,
): Promise<void> {
  await db.query(MARK_SEEN, [boardId, url, seenModified, now]);
}

/** Index: harvest_state_pkey. $1 board, $2 url. */
const SELECT_WHOLE_AT = 'select whole_at from harvest_state where board_id = $1 and url = $2';

/** When a full copy of the document was last stored, not counting replies from a catalog; null for never. */
export async function readWholeAt(client: pg.PoolClient, boardId: number, url: string): Promise<Date | null> {
  const { rows } = await client.query<{ whole_at: Date | null }>(SELECT_WHOLE_AT, [boardId, url]);
  return rows[0]?.whole_at ?? null;
}
