import pg from 'pg';
import { expect, test } from 'vitest';
import { requireStores, readConfig } from '../../../platform/config.ts';
import {
  BACKUP_ROLE,
  PROCESS_NAMES,
  PROCESS_ROLES,
  readsEveryRow,
  rolesWithoutLogin,
  setRolePasswords,
} from '../../../platform/roles.ts';
import { loginUrl } from '../../support/logins.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();

async function asProcess<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

test.each(PROCESS_NAMES)('the %s logs in as a role without privileges, memberships or objects', async (name) => {
  await asProcess(loginUrl(world().databaseUrl, name), async (client) => {
    const { rows } = await client.query(
      `select session_user::text as login, current_user::text as role,
         rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication as is_privileged,
         (select count(*)::int from pg_auth_members m where m.member = r.oid) as memberships,
         (select count(*)::int from pg_shdepend d where d.refobjid = r.oid and d.deptype = 'o') as owned
       from pg_roles r where rolname = session_user`,
    );
    const role = PROCESS_ROLES[name];
    expect(rows).toEqual([{ login: role, role, is_privileged: false, memberships: 0, owned: 0 }]);
    for (const other of [...Object.values(PROCESS_ROLES), 'sagasu'].filter((known) => known !== role)) {
      await expect(client.query(`set role ${other}`)).rejects.toThrow('permission denied to set role');
    }
    await expect(client.query('create table public.mine ()')).rejects.toThrow('permission denied');
  });
});

test('a process that would log in as the owner is refused with a solution', () => {
  const stores = { REDIS_URL: 'redis://127.0.0.1', ELASTICSEARCH_URL: 'http://127.0.0.1' };
  const config = readConfig({ ...stores, DATABASE_URL: world().databaseUrl });
  expect(() => requireStores(config, 'indexer')).toThrow(/must log in as sagasu_indexer, not as .*docs\/operations/);
  const own = loginUrl(world().databaseUrl, 'indexer');
  expect(requireStores(readConfig({ ...stores, DATABASE_URL: own }), 'indexer').databaseUrl).toBe(own);
});

test('roles that may not log in yet are listed, and processes cannot change passwords', async () => {
  expect(await rolesWithoutLogin(world().databaseUrl)).toEqual([]);
  await expect(setRolePasswords(loginUrl(world().databaseUrl, 'server'), { server: 'mine' })).rejects.toThrow(
    /sagasu_server belongs to .* who alone may change its password/,
  );
});

test('only the role for backups reads every row, not the roles of processes', async () => {
  expect(await readsEveryRow(world().databaseUrl, BACKUP_ROLE)).toBe(true);
  for (const role of [...Object.values(PROCESS_ROLES), 'nobody_of_this_name'])
    expect(await readsEveryRow(world().databaseUrl, role)).toBe(false);
});
