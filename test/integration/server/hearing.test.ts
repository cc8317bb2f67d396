/** Threads that were printed are given out again without a look at PostgreSQL, and never as they were before a change. */
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOCK_THREAD, MARK_DIRTY } from '../../../mappings/postgres/thread-mark.ts';
import { createPostgresPool, inTransaction } from '../../../platform/postgres.ts';
import { moderate, type ModerationAction } from '../../../server/moderation/moderate.ts';
import { ThreadStates } from '../../../server/threads/states.ts';
import { untilHeard } from '../../../server/threads/until-heard.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';
import { useWorld } from '../../support/world.ts';
import { givenArchive, givenServer, type GivenArchive, type GivenServer } from './given-archive.ts';

const world = useWorld();
let archive: GivenArchive;
let boardId: number;
let moderators: pg.Pool;
let servers: GivenServer[] = [];
let pools: pg.Pool[] = [];
/** How often a server took a connection to ask something. */
let asked = 0;

beforeAll(async () => {
  archive = givenArchive(world());
  boardId = await archive.board('g');
  // Above those that rows are given here, as in an archive.
  await world().pool.query(`select setval('post_rev', 1000000)`);
  moderators = createPostgresPool({ url: world().databaseUrl, role: 'sagasu_server' });
  pools = [1, 2].map(() => createPostgresPool({ url: world().databaseUrl, role: 'sagasu_server' }));
  for (const pool of pools) {
    pool.on('acquire', () => {
      asked += 1;
    });
    servers.push(await givenServer(world(), { pool }));
  }
});

afterAll(async () => {
  for (const server of servers) await server.close();
  servers = [];
  await Promise.all([moderators, ...pools].map(async (pool) => pool.end()));
});

const ADDRESSES = [
  (thread: number) => `/g/thread/${thread}.json`,
  (thread: number) => `/_/api/chan/thread/?board=g&num=${thread}`,
  (thread: number) => `/_/api/chan/thread/?board=g&num=${thread}&last_limit=1`,
  (thread: number) => `/api/v1/boards/g/threads/${thread}`,
];

let threads = 0;

async function givenThread(): Promise<number> {
  threads += 10;
  await archive.store('g', [
    { num: threads, thread: threads, opener: true, comment: 'opens it' },
    { num: threads + 1, thread: threads, comment: 'herons' },
  ]);
  return threads;
}

const act = async (action: ModerationAction, num: number) =>
  moderate(moderators, {
    action,
    board: { id: boardId, name: 'g', source: '4chan' },
    posts: [{ num, subnum: 0 }],
    threads: false,
    actor: 'warden',
    reason: null,
    now: new Date(),
  });

/** As writers of the archive do it. */
async function edit(num: number, thread: number, comment: string): Promise<void> {
  await inTransaction(world().pool, async (client) => {
    await client.query(LOCK_THREAD, [boardId, thread]);
    const { rows } = await client.query<{ rev: string }>(
      `update posts set comment = $3, rev = nextval('post_rev') where board_id = $1 and num = $2 returning rev`,
      [boardId, num, comment],
    );
    await client.query(MARK_DIRTY, [boardId, thread, rows[0]?.rev, new Date()]);
  });
}

const everyAnswer = async (thread: number, headers: Record<string, string> = {}) =>
  Promise.all(servers.flatMap((server) => ADDRESSES.map(async (address) => server.get(address(thread), headers))));

/** Until nothing is asked for a thread that did not change. */
async function hearing(): Promise<void> {
  const thread = await givenThread();
  await expect
    .poll(
      async () => {
        await everyAnswer(thread);
        asked = 0;
        await everyAnswer(thread);
        return asked;
      },
      { timeout: 20_000 },
    )
    .toBe(0);
}

/** Every answer of the thread, as text, once all servers heard of what was written. */
async function heardOf(thread: number): Promise<string[]> {
  await untilHeard(moderators);
  return (await everyAnswer(thread)).map(({ body }) => JSON.stringify(body));
}

describe('while a server hears of changes', () => {
  test('a thread that did not change is answered without PostgreSQL, whole and unchanged', async () => {
    await hearing();
    const thread = await givenThread();
    for (const server of servers) {
      for (const address of ADDRESSES) {
        const { headers, body } = await server.get(address(thread));
        asked = 0;
        const again = await server.get(address(thread));
        const unchanged = await server.get(address(thread), { 'if-none-match': String(headers['etag']) });
        expect([again.status, again.body, unchanged.status, asked]).toEqual([200, body, 304, 0]);
      }
    }
  });

  test('a client that looks for what is new is told that there is nothing, without PostgreSQL', async () => {
    await hearing();
    const thread = await givenThread();
    const { rows } = await world().pool.query<{ id: string }>('select max(id) as id from posts');
    const url = `/_/api/chan/thread/?board=g&num=${thread}&latest_doc_id=${rows[0]?.id}`;
    expect((await servers[0]?.get(url))?.status).toBe(204);
    asked = 0;
    expect([(await servers[0]?.get(url))?.status, asked]).toEqual([204, 0]);
    await archive.store('g', [{ num: thread + 2, thread, comment: 'new' }]);
    expect((await servers[0]?.get(url))?.status).toBe(200);
  });

  test('a post is in no answer that was asked for after it was hidden, and in all after it was shown', async () => {
    await hearing();
    for (let round = 0; round < 10; round++) {
      const thread = await givenThread();
      const over = new AbortController();
      // They fill the memory again and again, before the commit and after.
      const readers = servers.map(async (server) => {
        while (!over.signal.aborted) {
          for (const address of ADDRESSES) await server.get(address(thread));
          // What is answered from memory leaves no time for anything else.
          await sleep(1);
        }
      });
      try {
        await everyAnswer(thread);
        await act('hide', thread + 1);
        for (const { body } of await everyAnswer(thread)) expect(JSON.stringify(body)).not.toContain('herons');
        await act('show', thread + 1);
        for (const { body } of await everyAnswer(thread)) expect(JSON.stringify(body)).toContain('herons');
      } finally {
        over.abort();
        await Promise.all(readers);
      }
    }
  });

  test('a change is heard however it is written: in its thread, by hand, and as a move to another thread', async () => {
    await hearing();
    const [thread, other] = [await givenThread(), await givenThread()];
    for (const text of await heardOf(thread)) expect(text).toContain('herons');
    await edit(thread + 1, thread, 'egrets');
    for (const text of await heardOf(thread)) expect(text).toContain('egrets');
    await world().pool.query('update posts set hidden = true where num = $1', [thread + 1]);
    for (const text of await heardOf(thread)) expect(text).not.toContain('egrets');
    for (const text of await heardOf(other)) expect(text).toContain('herons');
    await world().pool.query('update posts set thread = $2 where num = $1', [other + 1, thread]);
    for (const text of await heardOf(other)) expect(text).not.toContain('herons');
    for (const text of await heardOf(thread)) expect(text).toContain('herons');
  });
});

const CUT = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = 'sagasu_server_listen'`;

describe('when the connection is lost', () => {
  test('nothing is taken from memory that may have changed meanwhile, and soon all of it is again', async () => {
    for (let round = 0; round < 3; round++) {
      await hearing();
      const thread = await givenThread();
      await everyAnswer(thread);
      const { rowCount } = await world().pool.query(CUT);
      expect(rowCount).toBe(servers.length);
      await act('hide', thread + 1);
      for (const { body } of await everyAnswer(thread)) expect(JSON.stringify(body)).not.toContain('herons');
      await edit(thread, thread, 'storks');
      await untilHeard(moderators);
      for (const { body } of await everyAnswer(thread)) expect(JSON.stringify(body)).toContain('storks');
    }
    await hearing();
  });

  test('or says nothing any more, a moderator waits until no server relies on it, and no longer', async () => {
    const { hostname, port } = new URL(world().databaseUrl);
    const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
    const url = new URL(world().databaseUrl);
    [url.hostname, url.port] = ['127.0.0.1', String(proxy.port)];
    const far = createPostgresPool({ url: url.href, role: 'sagasu_server' });
    const states = new ThreadStates({ pool: far, now: () => performance.now() });
    void states.run();
    const thread = await givenThread();
    await expect.poll(() => states.isHearing, { timeout: 20_000 }).toBe(true);
    await states.read(boardId, thread);
    expect(states.known(boardId, thread)).not.toBeNull();
    proxy.stall();
    await act('hide', thread + 1);
    expect(states.known(boardId, thread)).toBeNull();
    states.close();
    await proxy.close();
    await far.end();
  });
});

const step = fc.record({
  what: fc.constantFrom('hide', 'show', 'edit', 'cut', 'read', 'wait'),
  post: fc.integer({ min: 0, max: 1 }),
  of: fc.integer({ min: 0, max: 1 }),
});

interface Model {
  comment: string;
  isHidden: boolean;
}

test('in any history each server gives what the rows hold, and calls it unchanged exactly while its bytes are', async () => {
  await hearing();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      const thread = await givenThread();
      const posts: Model[] = ['opens it', 'herons'].map((comment) => ({ comment, isHidden: false }));
      const copies = new Map<string, { readonly etag: string; readonly body: string }>();
      for (const [at, { what, post: place, of }] of steps.entries()) {
        const post = posts[place];
        if (post === undefined) continue;
        if (what === 'hide' || what === 'show') {
          await act(what, thread + place);
          post.isHidden = what === 'hide';
        } else if (what === 'edit') {
          post.comment = `text ${at}`;
          await edit(thread + place, thread, post.comment);
          await untilHeard(moderators);
        } else if (what === 'cut') await world().pool.query(`${CUT} limit 1`);
        else if (what === 'read') await servers[of]?.get(ADDRESSES[at % 4]?.(thread) ?? '');
        else await sleep(place);
        for (const server of servers) await compare(server, thread, posts, copies);
      }
    }),
    { numRuns: Number(process.env['HISTORIES'] ?? 15) },
  );
}, 600_000);

async function compare(
  { app }: GivenServer,
  thread: number,
  posts: readonly Model[],
  copies: Map<string, { readonly etag: string; readonly body: string }>,
): Promise<void> {
  for (const url of ADDRESSES.map((address) => address(thread))) {
    const isOwn = url.startsWith('/api/');
    const visible = posts.filter(({ isHidden }) => !isHidden);
    const isThere = isOwn ? visible.length > 0 : posts[0]?.isHidden === false;
    const { statusCode, body, headers } = await app.inject({ url });
    expect(statusCode).toBe(isThere ? 200 : 404);
    const old = copies.get(url);
    if (old !== undefined) {
      const again = await app.inject({ url, headers: { 'if-none-match': old.etag } });
      if (!isThere) expect(again.statusCode).toBe(404);
      else if (isOwn) expect(again.statusCode === 304).toBe(old.etag === headers['etag']);
      else expect(again.statusCode).toBe(old.body === body ? 304 : 200);
      if (again.statusCode === 304) expect(body).toBe(old.body);
    }
    if (!isThere) continue;
    for (const { comment, isHidden } of posts) expect(body.includes(`"${comment}"`)).toBe(!isHidden);
    copies.set(url, { etag: String(headers['etag']), body });
  }
}
