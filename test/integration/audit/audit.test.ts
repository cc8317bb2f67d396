/** The audit log: who did what, in a hash chain that reveals every change. */
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createPostgresPool, inTransaction } from '../../../platform/postgres.ts';
import { listAudit } from '../../../server/audit/list.ts';
import { verifyAudit, type AuditHead } from '../../../server/audit/verify.ts';
import { moderate, type ModerationAction } from '../../../server/moderation/moderate.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../support/builders.ts';
import { loginUrl } from '../../support/logins.ts';
import { openSession } from '../../support/sessions.ts';
import { useWorld } from '../../support/world.ts';
import { sagasu } from '../cli/harness.ts';

const world = useWorld();
let g: TestBoard;
let tea: TestBoard;
let server: pg.Pool;
/** Sessions by role. */
let admin: string;
let ofG: string;

beforeAll(async () => {
  [g, tea] = [await insertBoard(world().pool, 'g'), await insertBoard(world().pool, 'tea')];
  for (const board of [g, tea]) {
    await writePosts(
      world().pool,
      board,
      [100, 101, 102, 103].map((num) => aPost({ num, thread: 100 })),
    );
  }
  server = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
  admin = await openSession(world().pool, { name: 'ada', role: 'admin' });
  ofG = await openSession(world().pool, { name: 'of-g', boardId: g.id });
});

afterAll(async () => server.end());

async function act(secret: string, action: ModerationAction, num: number, reason: string | null = null): Promise<void> {
  const order = { action, board: g, posts: [{ num, subnum: 0 }], threads: false, actor: 'ignored', reason, secret };
  await moderate(server, { ...order, now: new Date() });
}

const verify = (expected: AuditHead | null = null) =>
  inTransaction(world().pool, (client) => verifyAudit(client, expected), 'repeatable read');

/** The part of the log that a session sees. */
async function seen(secret: string | null, filter: object = {}) {
  return inTransaction(server, async (client) => {
    if (secret !== null) await client.query('select identify_account($1)', [secret]);
    return (await listAudit(client, { limit: 100, ...filter })).entries;
  });
}

test('names the account, its session, the posts and the reason, and ignores names from the server', async () => {
  await act(ofG, 'hide', 101, 'spam');
  const [entry] = await seen(ofG);
  expect(entry).toMatchObject({
    actor: 'of-g',
    session: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    action: 'posts.hide',
    board: 'g',
    target: { posts: ['101'] },
    reason: 'spam',
    emptied: false,
  });
});

test('is visible to admins, to moderators for posts of their boards, and to nobody else', async () => {
  await world().pool.query(`select append_audit('hide', $1, '{"posts": ["100"]}', null, null)`, [tea.id]);
  const all = await seen(admin);
  expect(new Set(all.map(({ action }) => action.split('.')[0]))).toEqual(
    new Set(['accounts', 'account_roles', 'boards', 'posts']),
  );
  expect(new Set((await seen(ofG)).map(({ board, action }) => `${board} ${action}`))).toEqual(
    new Set(['g posts.hide']),
  );
  expect(await seen(null)).toEqual([]);
  const janitor = await openSession(world().pool, { name: 'jan', role: 'janitor' });
  expect(await seen(janitor)).toEqual([]);
});

test('is filtered by actor, action, table, board and post, and has pages', async () => {
  await act(ofG, 'show', 101);
  const numbers = async (filter: object) =>
    (await seen(admin, filter)).map(({ action, board }) => `${action} ${board}`);
  expect(await numbers({ post: '101' })).toEqual(['posts.show g', 'posts.hide g']);
  expect(await numbers({ action: 'posts.hide', board: 'g' })).toEqual(['posts.hide g']);
  expect((await numbers({ action: 'posts' })).length).toBe(3);
  expect(await numbers({ actor: 'of-g', limit: 1 })).toEqual(['posts.show g']);
  const [first] = await seen(admin, { limit: 1 });
  expect((await seen(admin, { before: first?.id, limit: 1 }))[0]?.id).toBe((first?.id ?? 0) - 1);
});

/** Each transaction writes rows of its own, and an entry for each. */
async function banTwo(n: number): Promise<void> {
  await inTransaction(world().pool, async (client) => {
    for (const last of n % 2 === 0 ? [0, 1] : [1, 0]) {
      const hash = Buffer.alloc(16, n * 2 + last);
      await client.query('insert into banned_media (hash, banned_by) values ($1, $2)', [hash, `worker ${n}`]);
    }
  });
}

describe('changes of tables', () => {
  test('are recorded with the changed columns and their old values, without secrets', async () => {
    await openSession(world().pool, { name: 'eve' });
    await world().pool.query(`update boards set title = 'Tea and cake' where id = $1`, [tea.id]);
    await world().pool.query(`update accounts set password_hash = 'canary', totp_required = true where name = 'eve'`);
    await world().pool.query(`update accounts set password_hash = 'other' where name = 'eve'`);
    const entries = await seen(admin, { limit: 3 });
    expect(entries).toMatchObject([
      { actor: 'cli', action: 'accounts.update', target: { columns: ['password_hash'] }, before: null },
      {
        action: 'accounts.update',
        target: { columns: ['password_hash', 'totp_required'] },
        before: { totp_required: false },
      },
      {
        action: 'boards.update',
        board: 'tea',
        target: { id: tea.id, columns: ['title'] },
        before: { title: 'tea' },
      },
    ]);
    expect(JSON.stringify(await seen(admin))).not.toContain('canary');
  });

  test('carry the account of their transaction', async () => {
    await inTransaction(server, async (client) => {
      await client.query('select identify_account($1)', [admin]);
      await client.query(`update boards set settings = '{"interval": 9}' where id = $1`, [g.id]);
    });
    expect(await seen(admin, { limit: 1 })).toMatchObject([{ actor: 'ada', action: 'boards.update', board: 'g' }]);
  });

  test('leave no entry if they are rolled back', async () => {
    const before = (await verify()).entries;
    await inTransaction(world().pool, async (client) => {
      await client.query(`update boards set title = 'never' where id = $1`, [g.id]);
      throw new Error('undone');
    }).catch(() => undefined);
    expect((await verify()).entries).toBe(before);
  });

  test('from concurrent transactions neither deadlock nor break the chain', async () => {
    await Promise.all(Array.from({ length: 16 }, async (_, n) => banTwo(n)));
    expect(await verify()).toMatchObject({ brokenAt: null, changedDetails: [] });
  });
});

test('login roles cannot change, delete, truncate or directly write entries', async () => {
  for (const name of ['server', 'scraper', 'indexer'] as const) {
    const pool = createPostgresPool({ url: loginUrl(world().databaseUrl, name), maxConnections: 1 });
    for (const statement of [
      `update audit_log set actor = 'nobody'`,
      'delete from audit_log',
      'truncate audit_log cascade',
      'delete from audit_details',
      `insert into audit_log (id, at, actor, action, target, chain) values (999999, now(), 'me', 'a.b', '{}', sha256(''))`,
      `select add_audit_entry('posts.hide', 1, '{}', null, null, 'me')`,
    ]) {
      await expect(pool.query(statement), `${name}: ${statement}`).rejects.toThrow(/permission denied/);
    }
    await pool.end();
  }
});

test('a purge empties the reasons of earlier entries about the post, and the chain still holds', async () => {
  await act(ofG, 'hide', 102, 'canary of the purged post');
  await act(ofG, 'purge', 102, 'on request');
  expect(await seen(ofG, { post: '102' })).toMatchObject([
    { action: 'posts.purge', reason: 'on request', emptied: false },
    { action: 'posts.hide', reason: null, emptied: true },
  ]);
  expect(await verify()).toMatchObject({ brokenAt: null, changedDetails: [] });
});

describe('sagasu audit verify', () => {
  test('prints the head, and verifies it again after more entries', async () => {
    const first = await sagasu(world(), 'audit', 'verify');
    const head = /Head: (\d+:[0-9a-f]{64})/.exec(first.stdout)?.[1] ?? '';
    await act(ofG, 'hide', 103);
    const second = await sagasu(world(), 'audit', 'verify', '--expect', head);
    expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining('unchanged') as string });
    expect(await sagasu(world(), 'audit', 'verify', '--expect', 'head')).toMatchObject({ code: 2 });
    expect((await sagasu(world(), 'audit', 'list', '--post', '103')).stdout).toMatch(/of-g +posts\.hide +g +posts 103/);
  });

  test.each([
    ['a changed actor', `update audit_log set actor = 'somebody' where id = $1`, 0],
    ['another target', `update audit_log set target = '{"posts": ["1"]}' where id = $1`, 0],
    ['a time that was moved', `update audit_log set at = at - interval '1 microsecond' where id = $1`, 0],
    ['a null that became an empty text', `update audit_log set session = '' where id = $1`, 0],
    ['a hash of a reason', `update audit_log set reason_hash = sha256('') where id = $1`, 0],
    [
      'a removed entry',
      `with d as (delete from audit_details where audit_id = $1) delete from audit_log where id = $1`,
      1,
    ],
  ])('finds %s', async (_what, statement, later) => {
    // An entry in the middle, without details.
    const middle = (await seen(admin, { action: 'banned_media', limit: 5 })).at(-1)?.id ?? 0;
    const client = await world().pool.connect();
    onTestFinished(() => client.release());
    await client.query('begin');
    expect(await verifyAudit(client, null)).toMatchObject({ brokenAt: null });
    expect((await client.query(statement, [middle])).rowCount).toBe(1);
    expect(await verifyAudit(client, null)).toMatchObject({ brokenAt: middle + later });
    await client.query('rollback');
  });

  test('finds a changed reason and truncated entries, and fails', async () => {
    const { head } = await verify();
    await act(ofG, 'show', 103, 'by mistake');
    const last = await verify();
    await world().pool.query(`update audit_details set reason = 'on purpose' where reason = 'by mistake'`);
    expect(await verify()).toMatchObject({ brokenAt: null, changedDetails: [last.head?.id] });
    expect(await sagasu(world(), 'audit', 'verify')).toMatchObject({ code: 1 });
    await world().pool.query('delete from audit_details where audit_id = $1', [last.head?.id]);
    await world().pool.query('delete from audit_log where id = $1', [last.head?.id]);
    expect(await verify(head)).toMatchObject({ brokenAt: null, containsExpected: true });
    expect(await verify(last.head)).toMatchObject({ brokenAt: null, containsExpected: false });
  });
});
