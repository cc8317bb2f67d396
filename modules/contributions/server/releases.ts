/** Trust in signed releases of clients. Moderators of all boards decide on releases, admins of all boards on the keys that sign them. */
import type { AddReleaseKey, DumpRelease, DumpReleaseList, ReleaseTrust } from '../contract/dump-releases.ts';
import { lockDumpTrust } from '../store/dumped-file-lock.ts';
import { asAdmin } from '../../../server/admin/as-account.ts';
import { NotFoundError } from '../../../server/shared/errors.ts';
import { moderating, NOTE_ACTION, type DumpModerator } from './moderate-dumps.ts';

/** Reads a small table. */
const LIST_KEYS = `select encode(key, 'hex') as key, name, added_by, added_at from dump_release_keys order by added_at, key`;

/** Indexes: dump_releases_pkey, dump_release_keys_pkey, dump_contributors_release. */
const LIST_RELEASES = `
select r.id::int, r.client, r.version, encode(r.digest, 'hex') as digest, encode(r.key, 'hex') as key, k.name as key_name, r.stated_at,
  (select count(*)::int from (select from dump_contributors c where c.release = r.id limit 10000) counted) as dumps,
  r.trust, case when r.of_anybody then 'anybody' else 'known' end as scope, r.decided_by, r.decided_at
from dump_releases r join dump_release_keys k on k.key = r.key order by r.id desc limit 200`;

type KeyRow = Omit<DumpReleaseList['keys'][number], 'added_at'> & { readonly added_at: Date };
type ReleaseRow = Omit<DumpRelease, 'stated_at' | 'decided_at'> & {
  readonly stated_at: Date;
  readonly decided_at: Date | null;
};

/** @throws RefusedError 401 `session_required`, 403 `role_required` */
export async function listReleases(by: DumpModerator): Promise<DumpReleaseList> {
  return moderating(by, async (client) => {
    const keys = await client.query<KeyRow>(LIST_KEYS);
    const releases = await client.query<ReleaseRow>(LIST_RELEASES);
    return {
      keys: keys.rows.map((row) => ({ ...row, added_at: row.added_at.toISOString() })),
      releases: releases.rows.map((row) => ({
        ...row,
        stated_at: row.stated_at.toISOString(),
        decided_at: row.decided_at?.toISOString() ?? null,
      })),
    };
  });
}

/** Index: dump_releases_pkey. $1 release, $2 trust, $3 true for anybody, $4 now. */
const DECIDE = `
update dump_releases set trust = $2, of_anybody = $3, decided_by = coalesce(account_of_transaction(), 'cli'), decided_at = $4
where id = $1 returning client, version, encode(digest, 'hex') as digest`;

/** Makes dumps due that waited for this trust. Indexes: dump_contributors_release, dumps_pkey. $1 release, $2 now. */
const LOOK_AGAIN = `
update dumps d set due_at = $2 from dump_contributors c
where c.release = $1 and d.id = c.dump_id and d.state = 0 and d.due_at = 'infinity'`;

/**
 * Without trust, new dumps wait, and the granter does not grant waiting changes. Used dumps stay used: `revertClient` reverts them.
 * @throws NotFoundError `release_unknown`, RefusedError 401 `session_required`, 403 `role_required`
 */
export async function trustRelease(
  by: DumpModerator,
  { release, trust, scope = 'known', reason = null }: ReleaseTrust,
): Promise<void> {
  await moderating(by, async (client) => {
    await lockDumpTrust(client, 'change');
    const { rows } = await client.query<Pick<DumpRelease, 'client' | 'version' | 'digest'>>(DECIDE, [
      release,
      trust,
      trust !== null && scope === 'anybody',
      by.now,
    ]);
    if (rows[0] === undefined) throw new NotFoundError('release_unknown', `There is no release ${release}.`);
    if (trust !== null) await client.query(LOOK_AGAIN, [release, by.now]);
    await client.query(NOTE_ACTION, ['trustrelease', { ...rows[0], trust, scope }, reason]);
  });
}

/** Index: dump_release_keys_pkey. $1 key, $2 name. */
const ADD_KEY = `
insert into dump_release_keys (key, name, added_by) values ($1, $2, coalesce(account_of_transaction(), 'cli'))
on conflict (key) do update set name = excluded.name`;

/** Index: dump_release_keys_pkey, dump_releases_key_client_version_digest_key. $1 key. */
const REMOVE_KEY = 'delete from dump_release_keys where key = $1';

/** @throws RefusedError 401 `session_required`, 403 `role_required` */
export async function addReleaseKey(
  { pool, secret }: DumpModerator,
  { key, name, reason = null }: AddReleaseKey,
): Promise<void> {
  await asAdmin(pool, secret, async (client) => {
    await client.query(ADD_KEY, [Buffer.from(key, 'hex'), name]);
    await client.query(NOTE_ACTION, ['addreleasekey', { key, name }, reason]);
  });
}

/**
 * All releases of the key and the trust in them go with it.
 * @throws NotFoundError `release_key_unknown`, RefusedError 401 `session_required`, 403 `role_required`
 */
export async function removeReleaseKey({ pool, secret }: DumpModerator, key: string): Promise<void> {
  await asAdmin(pool, secret, async (client) => {
    await lockDumpTrust(client, 'change');
    const { rowCount } = await client.query(REMOVE_KEY, [Buffer.from(key, 'hex')]);
    if (rowCount === 0) throw new NotFoundError('release_key_unknown', 'This key is not listed.');
    await client.query(NOTE_ACTION, ['removereleasekey', { key }, null]);
  });
}
