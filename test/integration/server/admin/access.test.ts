/**
 * The rights to each route: every route of the server × reader, janitor, moderator, admin of a board, admin, and keys with and without
 * roles.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import type { Redis } from 'ioredis';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { staffOnly } from '../../../../mappings/contract/staff-only.ts';
import { createPatientRedis } from '../../../support/patient-redis.ts';
import { createQueueBoard } from '../../../../server/admin/queues.ts';
import { accessPlugin, FOR_READERS } from '../../../../server/http/access.ts';
import { QUEUES_PATH } from '../../../../server/http/routes/admin/queues.ts';
import { aPost, insertBoard, writePosts } from '../../../support/builders.ts';
import { useWorld } from '../../../support/world.ts';
import { givenServer, type GivenServer } from '../given-archive.ts';
import { ask, givenAdmin } from './given-admin.ts';
import {
  givenSenders,
  mayUse,
  own,
  requestTo as validRequestTo,
  routes,
  SENDERS,
  type Headers,
  type Sender,
} from './given-senders.ts';

const world = useWorld();
let server: GivenServer;
let webRoot: string;
let redis: Redis;
let senders: ReadonlyMap<string, Headers>;
const headersOf = (sender: Sender) => senders.get(sender) ?? {};

beforeAll(async () => {
  const { pool } = world();
  for (const name of ['g', 'x']) {
    const board = await insertBoard(pool, name);
    await writePosts(pool, board, [aPost({ num: 1 })]);
  }
  webRoot = await mkdtemp(join(tmpdir(), 'sagasu-pages-'));
  await writeFile(join(webRoot, 'index.html'), '<!doctype html><title>The application</title><div id="root"></div>');
  server = await givenServer(world(), { webRoot, clock: () => new Date() });
  redis = createPatientRedis(world().redisUrl);
  senders = await givenSenders(world(), server);
});

afterAll(async () => {
  await server.close();
  redis.disconnect();
  await rm(webRoot, { recursive: true, force: true });
});

/** These would end the session that the test needs later, or start one. */
const OF_SESSIONS = [
  'DELETE /api/v1/admin/session',
  'POST /api/v1/admin/session',
  'POST /_/sign-in',
  'POST /_/sign-out',
];

const registered = async (add: (app: FastifyInstance) => void, isGuarded = false) => {
  const app = Fastify();
  await app.register(accessPlugin);
  await app.register(async (scope) => {
    if (isGuarded) scope.decorate('isGuarded', true);
    add(scope);
  });
  return app.ready();
};
const handler = () => 'yes';

describe('registering a route is refused', () => {
  test('without an access level', async () => {
    await expect(registered((app) => app.get('/new', handler))).rejects.toThrow('/new has no config.access');
    await expect(registered((app) => app.get('/new', FOR_READERS, handler))).resolves.toBeDefined();
  });

  test('for staff without the guard, and for readers behind it', async () => {
    const forStaff = { config: { access: { role: 'admin', boards: 'all' } } } as const;
    await expect(registered((app) => app.get('/new', forStaff, handler))).rejects.toThrow(
      '/new is not behind the guard',
    );
    await expect(registered((app) => app.get('/new', FOR_READERS, handler), true)).rejects.toThrow('/new is behind');
    await expect(registered((app) => app.get('/new', forStaff, handler), true)).resolves.toBeDefined();
  });
});

describe('registering a public answer with a staff field', () => {
  const Entry = Type.Object(
    { address: staffOnly(Type.String(), { role: 'moderator', boards: 'any' }) },
    { $id: 'Entry' },
  );
  test.each([
    ['its own', Entry],
    ['in a list of a shared schema', Type.Object({ entries: Type.Array(Type.Unsafe({ $ref: 'Entry#' })) })],
  ])('is refused: %s', async (_name, answer) => {
    const add = (app: FastifyInstance) => {
      app.addSchema(Entry);
      app.get('/new', { ...FOR_READERS, schema: { response: { 200: answer } } }, handler);
    };
    await expect(registered(add)).rejects.toThrow('/new answers readers with fields for staff: address');
  });
});

/** Later requests need the boards, so senders with the right to remove one confirm it wrongly. */
function requestTo(...[route, board, sender]: Parameters<typeof validRequestTo>): InjectOptions {
  const request = validRequestTo(route, board, sender);
  return route.path.endsWith('/remove') ? { ...request, payload: { confirm: '-' } } : request;
}

const ofRoles = routes.filter(({ access, name }) => access !== 'reader' && !OF_SESSIONS.includes(name));

describe.each(ofRoles)('$name', (route) => {
  const { access } = route;
  const cells = SENDERS.flatMap((sender) => ['g', 'x'].map((board) => [sender, board] as const));

  test.each(cells)('%s, asking for /%s/', async (sender, board) => {
    const { status, body } = await ask(server, requestTo(route, board, headersOf(sender)));
    expect(status, JSON.stringify(body)).not.toBe(500);
    if (access === 'reader' || access === 'sign-in') return;
    if (access === 'key') {
      if (!sender.includes('key'))
        expect([status, body]).toEqual([403, expect.objectContaining({ error: expect.stringContaining('key') })]);
      return;
    }
    const expected = mayUse(access, board, sender);
    const { code = '' } = body as { code?: string };
    const isPage = route.path.startsWith('/admin/queues');
    if (expected === 'signed out') expect([status, code], JSON.stringify(body)).toEqual([401, 'session_required']);
    else if (expected)
      expect([401, 403].includes(status) && code !== 'password_wrong', `${status} ${code}`).toBe(false);
    else expect([status, code]).toEqual([403, isPage ? code : 'role_required']);
  });
});

describe.each(routes.filter(({ access, name }) => access === 'reader' && !OF_SESSIONS.includes(name)))(
  '$name',
  (route) => {
    // Readers' routes require no roles.
    test.each(SENDERS.filter((sender) => !sender.endsWith(' by key')))('%s', async (sender) => {
      const { status } = await ask(server, requestTo(route, 'g', headersOf(sender)));
      expect([401, 403]).not.toContain(status);
      expect(status).not.toBe(500);
    });
  },
);

const SECURED = {
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^(SAMEORIGIN|DENY)$/,
  'referrer-policy': /no-referrer/,
  'cross-origin-opener-policy': /^same-origin$/,
  'content-security-policy': /(^|; ?)default-src '(none|self)'/,
} as const;

test.each(['reader', 'admin of all boards'] as const)(
  'the answer to %s has the security headers, and caches do not store staff answers',
  async (sender) => {
    const wrong: string[] = [];
    for (const route of routes.filter(({ name }) => !OF_SESSIONS.includes(name))) {
      const { status, headers } = await ask(server, requestTo(route, 'g', headersOf(sender)));
      for (const [name, expected] of Object.entries(SECURED)) {
        if (!expected.test([headers[name]].flat().join()))
          wrong.push(`${route.name} ${status}: ${name}: ${String(headers[name])}`);
      }
      if (route.access !== 'reader' && !/no-store/.test(String(headers['cache-control'])))
        wrong.push(`${route.name} ${status}: cache-control: ${String(headers['cache-control'])}`);
    }
    expect(wrong).toEqual([]);
  },
);

test('every route of Bull Board is for admins of all boards', async () => {
  const known: { method: string; path: string }[] = [];
  const board = createQueueBoard(redis, world().queuePrefix, QUEUES_PATH);
  const bare = Fastify();
  bare.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) if (each !== 'HEAD') known.push({ method: each, path: url });
  });
  await bare.register(board.pages, { prefix: QUEUES_PATH });
  await bare.ready();
  await bare.close();
  await board.close();
  expect(known.length).toBeGreaterThan(25);
  const withQueues = await givenServer(world(), { redis, clock: () => new Date() });
  const wrong: string[] = [];
  for (const { method, path } of known) {
    for (const sender of SENDERS) {
      const { status } = await ask(withQueues, requestTo({ name: '', method, path }, 'g', headersOf(sender)));
      const mayRead = method === 'GET' && sender.startsWith('admin of all boards');
      const isRefused = status === (sender === 'reader' ? 401 : 403);
      if (mayRead ? status === 401 || status === 403 : !isRefused) wrong.push(`${sender}: ${method} ${path} ${status}`);
    }
  }
  await withQueues.close();
  expect(wrong).toEqual([]);
});

describe('a whole thread', () => {
  test.each([
    ['moderator of /g/', 403],
    ['moderator of all boards', 403],
    ['admin of /g/', 200],
    ['admin of all boards', 200],
  ] as const)('%s: %i', async (sender, expected) => {
    const headers = { ...own, ...headersOf(sender) };
    const payload = { action: 'hide', board: 'g', num: 1, thread: true };
    const answer = await ask(server, { method: 'POST', url: '/api/v1/admin/posts', headers, payload });
    expect(answer.status, JSON.stringify(answer.body)).toBe(expected);
  });
});

async function boardsFor(sender: Sender): Promise<readonly string[]> {
  const { body } = await ask(server, { url: '/api/v1/admin/boards', headers: { ...own, ...headersOf(sender) } });
  return (body as { boards: { name: string }[] }).boards.map(({ name }) => name);
}

test('the list of boards holds the boards of the account only', async () => {
  expect(await boardsFor('janitor of /g/')).toEqual(['g']);
  expect(await boardsFor('janitor of all boards')).toEqual(['g', 'new', 'x']);
});

test('a revoked role has no effect from the next request on', async () => {
  const { pool } = world();
  const { cookie } = await givenAdmin(world(), server, 'short');
  const status = async () => (await ask(server, { url: '/api/v1/admin/tasks', headers: { ...own, cookie } })).status;
  expect(await status()).toBe(200);
  await pool.query(`delete from account_roles where account_id = (select id from accounts where name = 'short')`);
  expect(await status()).toBe(403);
});

test('the task of a backup, which concerns the whole archive, is seen and cancelled by admins of all boards only', async () => {
  const { rows } = await world().pool.query<{ id: string }>(
    `insert into tasks (kind, status, requested_by, lease_until) values ('backup', 'processing', 'cli', now() + interval '1 hour') returning id`,
  );
  const id = Number(rows[0]?.id);
  const statusesFor = async (sender: Sender) => {
    const headers = { ...own, ...headersOf(sender) };
    const { body } = await ask(server, { url: '/api/v1/admin/tasks?kind=backup', headers });
    const one = await ask(server, { url: `/api/v1/admin/tasks/${id}`, headers });
    const cancelled = await ask(server, { method: 'POST', url: `/api/v1/admin/tasks/${id}/cancel`, headers });
    return [(body as { tasks?: { board: unknown }[] }).tasks?.map(({ board }) => board), one.status, cancelled.status];
  };
  expect(await statusesFor('moderator of all boards')).toEqual([undefined, 403, 403]);
  expect(await statusesFor('admin of /g/')).toEqual([[], 404, 404]);
  expect(await statusesFor('admin of all boards')).toEqual([[null], 200, 200]);
  await world().pool.query('delete from tasks where id = $1', [id]);
});
