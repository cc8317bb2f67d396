/** Actions of moderators on dumps. Each action is one transaction with one entry in the audit log. */
import type pg from 'pg';
import type { CleanedDumps, CleanResult, DumpAction, DumpActionResult } from '../contract/dump-moderation.ts';
import { DUMP_STATES, dumpStateOf, mayMove, type DumpState } from '../format/states.ts';
import { compareFiles, lockDumpedFile, writeDumpsAs } from '../store/dumped-file-lock.ts';
import type { FileKey } from '../store/file-record.ts';
import { withdrawChanges } from '../store/withdraw-changes.ts';
import { asAccount, assertModeratorOfAll } from '../../../server/admin/as-account.ts';
import { RefusedError } from '../../../server/shared/errors.ts';

/** An unlocked file has no used dump for this long, so that moderators can change it by hand or reset another dump. */
export const UNLOCK_MS = 3_600_000;
const CLEANED_AT_ONCE = 10_000;

export interface DumpModerator {
  readonly pool: pg.Pool;
  /** null on the command line, whose database role needs no account. */
  readonly secret: string | null;
  readonly now: Date;
}

/** Index: dumps_pkey. $1 ids. */
const SELECT_DUMPS =
  'select id, state, client is not null as is_understood, md5, size from dumps where id = any ($1::bigint[])';

/** Index: dumps_pkey. $1 id. */
const SELECT_STATE = 'select state from dumps where id = $1 for update';

/** Index: dumps_used. $1 MD5, $2 size. */
const SELECT_USED = 'select id from dumps where md5 = $1 and size = $2 and state = 11 for update';

/** Index: dumps_pkey. $1 id, $2 state, $3 now, $4 time when the service judges it. */
const SET_STATE = 'update dumps set state = $2, reason = null, changed_at = $3, due_at = $4 where id = $1';

/** Index: dumps_pkey. $1 id, $2 name. */
const TRUST_DUMP = `
update dumps set trusted_by = coalesce((select account_of_transaction()), $2), due_at = case when state = 0 then $3 else due_at end where id = $1`;

/** Index: dumps_pkey. $1 id. */
const DELETE_DUMP = 'delete from dumps where id = $1';

/** $1 action, $2 target, $3 reason. */
export const NOTE_ACTION = 'select note_dump_action($1, $2, $3)';

interface DumpRow {
  readonly id: string;
  readonly state: number;
  readonly is_understood: boolean;
  readonly md5: Buffer | null;
  readonly size: string | null;
}

interface Target extends FileKey {
  readonly id: string;
}

/** @throws RefusedError 401 `session_required`, 403 `role_required` */
export async function moderateDumps(
  by: DumpModerator,
  { action, dumps, reason = null }: DumpAction,
): Promise<DumpActionResult> {
  return moderating(by, async (client) => {
    const { rows } = await client.query<DumpRow>(SELECT_DUMPS, [dumps]);
    const result: DumpActionResult = {
      done: [],
      refused: dumps
        .filter((id) => !rows.some((row) => Number(row.id) === id))
        .map((id) => refusal(id, 'There is no such dump.')),
    };
    for (const row of rows.toSorted((a, b) => compareFiles(keyOf(a), keyOf(b)))) {
      const why = await act(client, action, row, by.now);
      if (why === null) result.done.push(Number(row.id));
      else result.refused.push(refusal(Number(row.id), why));
    }
    if (result.done.length > 0) await client.query(NOTE_ACTION, [action, { dumps: result.done }, reason]);
    return result;
  });
}

const refusal = (id: number, detail: string) => ({ id, detail });
const keyOf = ({ md5, size }: DumpRow): FileKey => ({ md5: md5 ?? Buffer.alloc(16), size: Number(size ?? 0) });

/** Returns the reason for a refusal, or null. */
async function act(
  client: pg.PoolClient,
  action: DumpAction['action'],
  row: DumpRow,
  now: Date,
): Promise<string | null> {
  const dump: Target = { id: row.id, ...keyOf(row) };
  if (row.is_understood) await lockDumpedFile(client, dump);
  else if (action !== 'delete') return 'This dump was not understood: it can only be deleted.';
  const { rows } = await client.query<{ state: number }>(SELECT_STATE, [dump.id]);
  if (rows[0] === undefined) return 'There is no such dump any more.';
  const state = dumpStateOf(rows[0].state);
  switch (action) {
    case 'unlock':
      return unlock(client, dump, now);
    case 'reset':
      return move(client, dump, state, 'reset', now);
    case 'smite':
      return move(client, dump, state, 'smitten', now);
    case 'forget':
      return move(client, dump, state, 'forgotten', now);
    case 'trust':
      if (state === 'smitten' || state === 'forgotten') return `This dump is ${state}: reset it first.`;
      await client.query(TRUST_DUMP, [dump.id, 'cli', now]);
      return null;
    case 'delete':
      if (state === 'used') await withdrawChanges(client, dump.id, 'moderator', now);
      await client.query(DELETE_DUMP, [dump.id]);
      return null;
  }
}

/** Resets the used dump of the file for a while. `id` may be any dump of the file. */
async function unlock(client: pg.PoolClient, file: FileKey, now: Date): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(SELECT_USED, [file.md5, file.size]);
  if (rows[0] === undefined) return 'The file is not verified by any dump.';
  return move(client, { ...file, id: rows[0].id }, 'used', 'reset', now, new Date(now.getTime() + UNLOCK_MS));
}

async function move(
  client: pg.PoolClient,
  { id }: Target,
  from: DumpState,
  to: DumpState,
  now: Date,
  dueAt = now,
): Promise<string | null> {
  if (!mayMove('moderator', from, to)) return `A dump that is ${from} cannot become ${to}.`;
  if (from === 'used') await withdrawChanges(client, id, 'moderator', now);
  await client.query(SET_STATE, [id, DUMP_STATES[to], now, dueAt]);
  return null;
}

/** Index: dumps_state or dumps_client. $1 states, $2 client, $3 version, $4 limit. */
const CLEAN = `
with chosen as (
  select id from dumps where state = any ($1::smallint[]) and state <> 11
    and ($2::text is null or client = $2) and ($3::text is null or version = $3)
  order by id limit $4 for update skip locked)
delete from dumps d using chosen where d.id = chosen.id`;

/** Deletes dumps that are not used, mostly those of old versions. @throws RefusedError 400 `request_invalid` */
export async function cleanDumps(
  by: DumpModerator,
  { client: name, version, states, reason = null }: CleanedDumps,
): Promise<CleanResult> {
  if (states.includes('used'))
    throw new RefusedError(
      400,
      'request_invalid',
      'A used dump verifies its file: unlock the file or revert the client first.',
    );
  if (version !== undefined && name === undefined)
    throw new RefusedError(400, 'request_invalid', 'Name the client of this version.');
  return moderating(by, async (client) => {
    const values = [states.map((state) => DUMP_STATES[state]), name ?? null, version ?? null, CLEANED_AT_ONCE];
    const dumps = (await client.query(CLEAN, values)).rowCount ?? 0;
    if (dumps > 0)
      await client.query(NOTE_ACTION, [
        'clean',
        { client: name ?? null, version: version ?? null, states, dumps },
        reason,
      ]);
    return { dumps, left: dumps === CLEANED_AT_ONCE };
  });
}

/** Runs `work` in a transaction of a moderator of all boards. */
export async function moderating<T>(
  { pool, secret }: DumpModerator,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return asAccount(pool, secret, async (client) => {
    if (secret !== null) await assertModeratorOfAll(client);
    await writeDumpsAs(client, 'moderator');
    return work(client);
  });
}
