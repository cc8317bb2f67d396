/** The last enabled admin of all boards stays, for any request and for concurrent ones. */
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../../platform/postgres.ts';
import { addAdmin, removeAccount } from '../../../../server/admin/accounts/accounts.ts';
import { insertBoard } from '../../../support/builders.ts';
import { useWorld } from '../../../support/world.ts';

const world = useWorld();
const PASSWORD = 'correct horse battery staple';

async function idOf(name: string): Promise<number> {
  const { rows } = await world().pool.query<{ id: number }>('select id from accounts where name = $1', [name]);
  return rows[0]?.id ?? 0;
}

async function names(): Promise<readonly string[]> {
  const { rows } = await world().pool.query<{ name: string }>('select name from accounts order by name');
  return rows.map(({ name }) => name);
}

beforeEach(async () => {
  await world().pool.query('truncate accounts cascade');
  await addAdmin(world().pool, 'ann', PASSWORD);
});

test('removing the last admin is refused, and removing one of two succeeds', async () => {
  await expect(removeAccount(world().pool, 'ann')).rejects.toMatchObject({
    code: 'admin_last',
    message: expect.stringContaining('Make another account admin'),
  });
  await addAdmin(world().pool, 'bob', PASSWORD);
  await removeAccount(world().pool, 'ann');
  await expect(removeAccount(world().pool, 'bob')).rejects.toMatchObject({ code: 'admin_last' });
  expect(await names()).toEqual(['bob']);
});

describe.each([
  ['disabled', 'update accounts set disabled_at = now() where id = $1'],
  ['deleted', 'delete from accounts where id = $1'],
  ['left without a password', 'update accounts set password_hash = null where id = $1'],
  ['left without its role', 'delete from account_roles where account_id = $1'],
  ['made a moderator', `update account_roles set role = 'moderator' where account_id = $1`],
  ['made admin of one board', 'update account_roles set board_id = (select min(id) from boards) where account_id = $1'],
])('%s', (_what, change) => {
  test('in SQL, changing the last admin is refused', async () => {
    await insertBoard(world().pool, `b${Math.random().toString(36).slice(2, 10)}`);
    // These do not count, because they are not enabled admins of all boards.
    await addAdmin(world().pool, 'off', PASSWORD);
    await world().pool.query(`update accounts set disabled_at = now() where name = 'off'`);
    await addAdmin(world().pool, 'new', PASSWORD);
    await world().pool.query(`update accounts set password_hash = null where name = 'new'`);
    await expect(world().pool.query(change, [await idOf('ann')])).rejects.toMatchObject({
      constraint: 'keep_an_admin',
    });
    await addAdmin(world().pool, 'bob', PASSWORD);
    expect((await world().pool.query(change, [await idOf('ann')])).rowCount).toBe(1);
  });

  test('in two overlapping transactions, one of two admins stays', async () => {
    await insertBoard(world().pool, `b${Math.random().toString(36).slice(2, 10)}`);
    await addAdmin(world().pool, 'bob', PASSWORD);
    const clients = await Promise.all(
      [0, 1].map(async () => {
        const client = new pg.Client({ connectionString: world().databaseUrl });
        await client.connect();
        await client.query('begin');
        return client;
      }),
    );
    const [first, second] = clients;
    await first?.query(change, [await idOf('ann')]);
    await second?.query(change, [await idOf('bob')]);
    const ends = await Promise.allSettled(clients.map(async (client) => client.query('commit')));
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await Promise.all(clients.map(async (client) => client.end()));
  });
});

test('an admin may be replaced within one transaction', async () => {
  const ann = await idOf('ann');
  await inTransaction(world().pool, async (client) => {
    await client.query('delete from account_roles where account_id = $1', [ann]);
    await client.query(`insert into account_roles (account_id, role) values ($1, 'admin')`, [ann]);
  });
  expect(await names()).toEqual(['ann']);
});

test('a transaction that cannot see a concurrent change is refused', async () => {
  await addAdmin(world().pool, 'bob', PASSWORD);
  const id = await idOf('bob');
  const change = async (client: pg.PoolClient) => client.query('delete from accounts where id = $1', [id]);
  await expect(inTransaction(world().pool, change, 'repeatable read')).rejects.toThrow('READ COMMITTED');
});
