/**
 * The rights to each route without the server's own guard: it treats every sender as an admin of all boards, whatever secret they send.
 * PostgreSQL checks the secrets, and refuses.
 */
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createPatientRedis } from '../../../support/patient-redis.ts';
import { addKey, ApiKeys } from '../../../../server/admin/api-keys.ts';
import { Sessions } from '../../../../server/admin/sessions/sessions.ts';
import { aPost, insertBoard, writePosts } from '../../../support/builders.ts';
import { MODULES } from '../../../support/modules.ts';
import { useWorld } from '../../../support/world.ts';
import { givenServer, type GivenServer } from '../given-archive.ts';
import { ask } from './given-admin.ts';
import {
  givenSenders,
  HASH,
  mayUse,
  own,
  requestTo,
  routes,
  SENDERS,
  type Headers,
  type Sender,
} from './given-senders.ts';

/** Hash of a file that resembles the banned one. */
const NEAR = Buffer.alloc(32, 9);

const world = useWorld();
let server: GivenServer;
let redis: Redis;
let senders: ReadonlyMap<string, Headers>;
const headersOf = (sender: Sender) => senders.get(sender) ?? {};

beforeAll(async () => {
  const { pool } = world();
  for (const name of ['g', 'x']) {
    const board = await insertBoard(pool, name);
    await writePosts(pool, board, [aPost({ num: 1, mediaTime: 1, mediaHashSrc: NEAR })]);
    await pool.query(`insert into tasks (kind, board_id, requested_by) values ('verify', $1, 'cli')`, [board.id]);
    await pool.query(
      `insert into missing_posts (board_id, thread, num, first_missed_at, state, due_at) values ($1, 1, 2, now(), 'held', now())`,
      [board.id],
    );
    await pool.query(
      `insert into refusals (board_id, url, reason, sample, first_seen, last_seen, thread, entries)
       values ($1, 'https://site.example/1', 'missing_field', 'posts[1].no is missing', now(), now(), 1, 1)`,
      [board.id],
    );
    await pool.query(
      `with live as (insert into indices (name, board_id, slice, build, mapping_version, state) values ($2, $1, 0, 1, 1, 'live'))
       insert into quarantine (board_id, thread, num, subnum, index_name, rev, reason) values ($1, 1, 1, 0, $2, 1, 'refused')`,
      [board.id, `index-of-${name}`],
    );
  }
  await pool.query(
    'insert into reported_posts (board_id, num, subnum, reports, last_reported_at) select id, 1, 0, 1, now() from boards',
  );
  await pool.query(
    `insert into bans (board_id, reason, reason_shown, banned_by, expires_at) select id, 'spam', false, 'cli', now() + interval '1 day' from boards`,
  );
  await pool.query(`insert into ban_appeals (ban_id, text) select id, 'It was somebody else' from bans`);
  await pool.query(
    `insert into post_filters (board_id, kind, pattern, fields, action, created_by) select id, 'phrase', 'spam', '{comment}', 'hide', 'cli' from boards`,
  );
  await pool.query(
    `with actions as (insert into bulk_actions (action, boards, posts, elsewhere, created_by, confirmed_at)
       select 'hide', array[id], 1, 0, 'cli', now() from boards order by id returning id, boards)
     insert into bulk_action_posts (bulk_action_id, board_id, num, subnum) select id, boards[1], 1, 0 from actions`,
  );
  // Values in the addresses.
  await pool.query(`insert into banned_media (hash, banned_by, perceptual_hash) values (decode($1, 'hex'), 'cli', 5)`, [
    HASH,
  ]);
  await pool.query(
    `insert into images (sha256, md5, perceptual_hash, type, size) values ($1, decode($2, 'hex'), 4, 'png', 1)`,
    [NEAR, 'f'.repeat(32)],
  );
  const { rows: boards } = await pool.query<{ id: number }>(`select id from boards where name = 'g'`);
  for (const { staff } of MODULES) await staff?.given(pool, { id: boards[0]?.id ?? 0 });
  await pool.query(`insert into accounts (name) values ('1')`);
  await pool.query(`insert into identities (name) values ('1')`);
  await addKey(pool, { name: '1', scopes: ['read'], perMinute: null, expiresAt: null });
  redis = createPatientRedis(world().redisUrl);
  server = await givenServer(world(), { redis, clock: () => new Date() });
  senders = await givenSenders(world(), server);
  const fooled = { name: 'anybody', mustSetUpTotp: false, roles: [{ role: 'admin', board: null }] } as const;
  vi.spyOn(Sessions.prototype, 'find').mockResolvedValue({
    ...fooled,
    createdAt: new Date(),
    hasTotp: false,
    hasPasskey: false,
    isTotpRequired: false,
    recoveryCodes: 0,
  });
  vi.spyOn(ApiKeys.prototype, 'find').mockResolvedValue({ ...fooled, scopes: ['read'], perMinute: null });
});

afterAll(async () => {
  vi.restoreAllMocks();
  await server.close();
  redis.disconnect();
});

/** A digest of each table, without the times at which secrets were used. */
async function state(): Promise<Readonly<Record<string, string>>> {
  const { pool } = world();
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ digest: string }>(
      `select coalesce(md5(string_agg(row, '' order by row)), '') as digest
         from (select (to_jsonb(t) - array['last_seen', 'last_used_at'])::text as row from ${name} t) rows`,
    );
    digests[name] = rows[0]?.digest ?? '';
  }
  return digests;
}

const guarded = routes.flatMap(({ access, ...route }) => (typeof access === 'string' ? [] : [{ ...route, access }]));
const boardsOf = ({ access }: (typeof guarded)[number]) =>
  access.boards === 'named' || access.boards === 'listed' ? ['g', 'x'] : ['g'];
const forbidden = guarded.flatMap((route) =>
  SENDERS.flatMap((sender) =>
    boardsOf(route)
      .filter((board) => mayUse(route.access, board, sender) !== true)
      .map((board) => ({ route, sender, board })),
  ),
);

function isEmpty(value: unknown): boolean {
  return value === null || typeof value === 'number' || (Array.isArray(value) && value.length === 0);
}

/** Rows that policies hide are absent: lists are empty, and a row is unknown. */
function isRefusal(status: number, body: unknown): boolean {
  const { code = '', ...rest } = body as { code?: string };
  if (status === 200) return Object.values(rest).every(isEmpty);
  const isUnknown = status === 404 && ['task_unknown', 'report_unknown', 'entry_unknown'].includes(code);
  return isUnknown || ['401 session_required', '403 role_required'].includes(`${status} ${code}`);
}

test('every staff list has entries for an admin of all boards that could leak to others', async () => {
  const empty: string[] = [];
  let lists = 0;
  for (const route of guarded.filter(({ method, path }) => method === 'GET' && !path.startsWith('/admin/queues'))) {
    const { status, body } = await ask(server, requestTo(route, 'g', headersOf('admin of all boards')));
    for (const [field, value] of Object.entries(body as object)) {
      // Settings with names that this version does not know.
      if (!Array.isArray(value) || field === 'unknown') continue;
      lists++;
      if (value.length === 0) empty.push(`${route.name}: ${status} ${field}`);
    }
  }
  expect(lists).toBeGreaterThan(5);
  expect(empty).toEqual([]);
});

test('every forbidden request is refused, and changes no table', async () => {
  expect(forbidden.length).toBeGreaterThan(200);
  const before = await state();
  const passed: string[] = [];
  for (const { route, sender, board } of forbidden) {
    const { status, body } = await ask(server, requestTo(route, board, headersOf(sender)));
    if (!isRefusal(status, body))
      passed.push(`${sender}, /${board}/, ${route.name}: ${status} ${JSON.stringify(body)}`);
  }
  expect(passed).toEqual([]);
  expect(await state()).toEqual(before);
});

const asAdminOfG = async (method: 'GET' | 'POST', path: string, payload: object = {}) => {
  const headers = { ...own, ...headersOf('admin of /g/') };
  const { status, body } = await ask(server, {
    method,
    url: `/api/v1/admin${path}`,
    headers,
    ...(method === 'POST' && { payload }),
  });
  return { status, body: body as { code?: string; tasks?: { board: string }[]; boards?: { name: string }[] } };
};
const taskOf = async (board: string) => {
  const { rows } = await world().pool.query<{ id: string }>(
    'select t.id from tasks t join boards b on b.id = t.board_id where b.name = $1',
    [board],
  );
  return rows[0]?.id;
};

describe('an admin of one board', () => {
  test('sees this board, and its tasks only', async () => {
    expect((await asAdminOfG('GET', '/boards')).body.boards?.map(({ name }) => name)).toEqual(['g']);
    expect((await asAdminOfG('GET', '/tasks')).body.tasks?.map(({ board }) => board)).toEqual(['g']);
    expect((await asAdminOfG('GET', `/tasks/${await taskOf('g')}`)).status).toBe(200);
    expect((await asAdminOfG('GET', `/tasks/${await taskOf('x')}`)).body.code).toBe('task_unknown');
  });

  test.each(['pause', 'resume', 'cancel'])('can %s the tasks of this board only', async (action) => {
    const before = await state();
    expect((await asAdminOfG('POST', `/tasks/${await taskOf('x')}/${action}`)).body.code).toBe('task_unknown');
    expect(await state()).toEqual(before);
    expect((await asAdminOfG('POST', `/tasks/${await taskOf('g')}/${action}`)).status).toBe(200);
  });

  test('can start tasks of this board only, not of others or of all', async () => {
    expect((await asAdminOfG('POST', '/tasks', { kind: 'verify', boards: ['g'] })).status).toBe(202);
    for (const boards of [['x'], ['g', 'x'], []]) {
      expect((await asAdminOfG('POST', '/tasks', { kind: 'verify', boards })).body.code).toBe('role_required');
    }
  });
});
