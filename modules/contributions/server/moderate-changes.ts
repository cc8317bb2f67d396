/**
 * Decisions of moderators on the changes that dumps request, and trust in contributors. The server only marks the decisions, and the indexer carries them
 * out: the server writes neither file records nor posts.
 */
import type pg from 'pg';
import type { DumpActionResult, DumpChangeAction, DumpTrustList, GivenTrust } from '../contract/dump-moderation.ts';
import { mayDecide, type DumpChangeState } from '../format/changes.ts';
import { compareFiles, lockDumpTrust, lockDumpedFile } from '../store/dumped-file-lock.ts';
import { moderating, NOTE_ACTION, type DumpModerator } from './moderate-dumps.ts';

/** Index: dump_changes_pkey. $1 ids. */
const SELECT_CHANGES = 'select id, md5, size from dump_changes where id = any ($1::bigint[])';

/** Indexes: dump_changes_pkey, dumps_pkey. $1 id. */
const SELECT_CHANGE = `
select r.state, exists (select from dumps d where d.id = r.dump_id and d.state = 11) as is_of_used
from dump_changes r where r.id = $1 for update of r`;

/** Index: dump_changes_pkey. $1 id, $2 now. */
const DECIDE: Readonly<Record<DumpChangeAction['action'], string>> = {
  stop: `update dump_changes set state = 'stopped', touched_at = $2, reason = 'a moderator stopped it' where id = $1`,
  grant: `update dump_changes set state = 'granted', decided_at = $2, decided_by = 'moderator', reason = null, unapplied = true where id = $1`,
  refuse: `update dump_changes set state = 'refused', decided_at = $2, decided_by = 'moderator' where id = $1`,
  revert: `update dump_changes set state = 'reverted', decided_at = $2, decided_by = 'moderator', unapplied = true where id = $1`,
};

interface FileOfChange {
  readonly id: string;
  readonly md5: Buffer;
  readonly size: string;
}

/** @throws RefusedError 401 `session_required`, 403 `role_required` */
export async function decideChanges(
  by: DumpModerator,
  { action, changes, reason = null }: DumpChangeAction,
): Promise<DumpActionResult> {
  return moderating(by, async (client) => {
    const { rows } = await client.query<FileOfChange>(SELECT_CHANGES, [changes]);
    const found = rows.map(({ id, md5, size }) => ({ id, md5, size: Number(size) })).toSorted(compareFiles);
    const result: DumpActionResult = {
      done: [],
      refused: changes
        .filter((id) => !found.some((change) => Number(change.id) === id))
        .map((id) => ({ id, detail: 'There is no such change.' })),
    };
    for (const change of found) {
      await lockDumpedFile(client, change);
      const detail = await decide(client, action, change.id, by.now);
      if (detail === null) result.done.push(Number(change.id));
      else result.refused.push({ id: Number(change.id), detail });
    }
    if (result.done.length > 0) await client.query(NOTE_ACTION, [action, { changes: result.done }, reason]);
    return result;
  });
}

async function decide(
  client: pg.PoolClient,
  action: DumpChangeAction['action'],
  id: string,
  now: Date,
): Promise<string | null> {
  const { rows } = await client.query<{ state: DumpChangeState; is_of_used: boolean }>(SELECT_CHANGE, [id]);
  const [row] = rows;
  if (row === undefined) return 'There is no such change any more.';
  if (!mayDecide(action, row.state)) return `A change that is ${row.state} cannot be the object of ${action}.`;
  if (action === 'grant' && !row.is_of_used) return 'Its dump is not used any more.';
  await client.query(DECIDE[action], [id, now]);
  return null;
}

/** Trusted contributors, newest first. Index: dump_trust_pkey. */
const LIST_TRUST = `
select encode(contributor, 'hex') as contributor, client, version, trust, given_by, given_at
from dump_trust order by given_at desc, client, version, contributor limit 1000`;

interface TrustRow extends Omit<DumpTrustList['trust'][number], 'given_at'> {
  readonly given_at: Date;
}

export async function listTrust(by: DumpModerator): Promise<DumpTrustList> {
  const rows = await moderating(by, async (client) => (await client.query<TrustRow>(LIST_TRUST)).rows);
  return { trust: rows.map((row) => ({ ...row, given_at: row.given_at.toISOString() })) };
}

/** Index: dump_trust_pkey. $1 key, $2 client, $3 version, $4 trust, $5 now. */
const GIVE_TRUST = `
insert into dump_trust (contributor, client, version, trust, given_by, given_at)
values ($1, $2, $3, $4, coalesce(account_of_transaction(), 'cli'), $5)
on conflict (client, version, contributor) do update
  set trust = excluded.trust, given_by = excluded.given_by, given_at = excluded.given_at`;

/** Index: dump_trust_pkey. $1 key, $2 client, $3 version. */
const TAKE_TRUST = 'delete from dump_trust where contributor = $1 and client = $2 and version = $3';

/**
 * Makes dumps due that waited for this trust, of every version: a release may be trusted for contributors who are trusted with another version.
 * Indexes: dumps_client, dump_contributors_pkey. $1 key, $2 client, $3 now.
 */
const LOOK_AGAIN = `
update dumps d set due_at = $3 where d.client = $2 and d.state = 0 and d.due_at = 'infinity'
  and exists (select from dump_contributors c where c.dump_id = d.id and c.contributor = $1)`;

/** Trust belongs to a contributor's key together with a client and its version, since anybody can claim a client name. */
export async function giveTrust(
  by: DumpModerator,
  { contributor, client: name, version, trust, reason = null }: GivenTrust,
): Promise<void> {
  await moderating(by, async (client) => {
    const key = Buffer.from(contributor, 'hex');
    await lockDumpTrust(client, 'change');
    if (trust === null) await client.query(TAKE_TRUST, [key, name, version]);
    else {
      await client.query(GIVE_TRUST, [key, name, version, trust, by.now]);
      await client.query(LOOK_AGAIN, [key, name, by.now]);
    }
    await client.query(NOTE_ACTION, ['trust', { contributor, client: name, version, trust }, reason]);
  });
}
