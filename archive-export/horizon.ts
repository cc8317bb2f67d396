/**
 * The safe horizon: a rev below which no transaction is open. Revs are drawn before the commit, so a lower rev can become visible after a
 * higher one. Before a writer of posts draws its first rev, it locks the table in a mode that does not block other writers.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ExportError } from './export-error.ts';

/** Reads the row of the sequence. */
const READ_REV = `select case when is_called then last_value else 0 end as rev from post_rev`;

/** Transactions that may write to posts. Reads all locks of the server in pg_locks. */
const OPEN_WRITERS = `
select virtualtransaction as writer from pg_locks
where locktype = 'relation' and relation = 'posts'::regclass and mode = 'RowExclusiveLock' and granted
  and database = (select oid from pg_database where datname = current_database())`;

const POLL_MS = 50;
/** Imports keep a transaction open for seconds. */
const WAIT_MS = 10 * 60_000;

/**
 * Waits for all open transactions, without blocking any. A snapshot that is taken afterwards contains every row up to the returned rev.
 */
export async function safeHorizon(client: pg.ClientBase, signal: AbortSignal, waitMs = WAIT_MS): Promise<number> {
  const { rows } = await client.query<{ rev: string }>(READ_REV);
  let waitingFor = await openWriters(client);
  const deadline = performance.now() + waitMs;
  while (waitingFor.size > 0) {
    if (performance.now() > deadline) {
      throw new ExportError(
        'writer_open',
        'a transaction has been writing posts for minutes: end it, or try again later',
      );
    }
    await sleep(POLL_MS, undefined, { signal });
    const open = await openWriters(client);
    waitingFor = new Set([...waitingFor].filter((writer) => open.has(writer)));
  }
  return Number(rows[0]?.rev);
}

async function openWriters(client: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ writer: string }>(OPEN_WRITERS);
  return new Set(rows.map(({ writer }) => writer));
}
