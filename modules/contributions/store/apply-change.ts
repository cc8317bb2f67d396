/**
 * Applies or reverts a decided change: the file's record and its posts get the value of the dump or, if the change was reverted, their previous values.
 * Each step is one transaction, and an interrupted change resumes at the next step.
 */
import type pg from 'pg';
import { inTransaction, prepared } from '../../../platform/postgres.ts';
import { changePosts, revertPosts } from './change-file-of-posts.ts';
import { lockDumpedFile } from './dumped-file-lock.ts';
import { changeRecord, removeDescribed, revertRecord } from './file-record-changes.ts';
import type { UnappliedChange } from './unapplied-change.ts';

/** Index: dump_changes_pkey. $1 id. */
const SELECT_CHANGE = `
select id, dump_id as "dumpId", md5, size::float8 as size, field, before, after, state from dump_changes where id = $1 and unapplied for update`;

/** Index: dump_changes_pkey. $1 id. */
const SELECT_FILE = 'select md5, size from dump_changes where id = $1';

/** Index: dump_changes_pkey. $1 id, $2 now, $3 reason. */
const STOP = `
update dump_changes set state = 'stopped', unapplied = false, touched_at = $2, decided_at = null, decided_by = null, reason = $3 where id = $1`;

/** Index: dump_changes_pkey. $1 id, $2 state. */
const END = 'update dump_changes set unapplied = false where id = $1 and state = $2';

/** Index: file_changes_pkey. */
const NOTE_FILE_CHANGE = 'update file_changes set version = version + 1, changed_at = clock_timestamp()';

/** Returns true if the change was applied or reverted. */
export async function applyChange(pool: pg.Pool, id: string, now: () => Date): Promise<boolean> {
  const change = await inTransaction(pool, async (client) => {
    const found = await lockChange(client, id);
    if (found === null) return null;
    if (found.state === 'reverted') await revertRecord(client, found);
    else {
      const fault = await changeRecord(client, found);
      if (fault !== null) {
        await client.query(prepared(STOP, [id, now(), fault]));
        return null;
      }
    }
    await client.query(prepared(NOTE_FILE_CHANGE, []));
    return found;
  });
  if (change === null) return false;
  const step = change.state === 'reverted' ? revertPosts : changePosts;
  while (await step(pool, change, now())) {
    // Each step handles the next posts.
  }
  await inTransaction(pool, async (client) => {
    await lockDumpedFile(client, change);
    if (change.field === 'sha256')
      await removeDescribed(client, change.state === 'reverted' ? change.after : change.before);
    // END checks the state: a change that was decided again in the meantime stays unapplied.
    await client.query(prepared(END, [id, change.state]));
  });
  return true;
}

async function lockChange(client: pg.PoolClient, id: string): Promise<UnappliedChange | null> {
  const { rows: keys } = await client.query<{ md5: Buffer; size: string }>(prepared(SELECT_FILE, [id]));
  if (keys[0] === undefined) return null;
  await lockDumpedFile(client, { md5: keys[0].md5, size: Number(keys[0].size) });
  return (await client.query<UnappliedChange>(prepared(SELECT_CHANGE, [id]))).rows[0] ?? null;
}
