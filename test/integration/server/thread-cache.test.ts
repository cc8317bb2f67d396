/**
 * Several servers cache printed threads. After a change is committed, none of them answers with the thread's earlier
 * state.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresPool, inTransaction } from '../../../platform/postgres.ts';
import { lockThread } from '../../../store/post-lock.ts';
import { markDirtyOf } from '../../../mappings/postgres/thread-marks.ts';
import type { ModerationAction } from '../../../server/moderation/moderate.ts';
import { countOf } from '../../support/full-counts.ts';
import { useWorld } from '../../support/world.ts';
import { givenArchive, givenServer, type GivenArchive, type GivenServer } from './given-archive.ts';
import { loginUrl } from '../../support/logins.ts';
import { actAsStaff } from '../../support/moderation.ts';

const world = useWorld();
let archive: GivenArchive;
let boardId: number;
let moderators: pg.Pool;
let servers: GivenServer[] = [];
let pools: pg.Pool[] = [];

beforeAll(async () => {
  archive = givenArchive(world());
  boardId = await archive.board('g');
  // Higher than the revs that `given-archive.ts` uses, as in an archive with other posts.
  await world().pool.query(`select setval('post_rev', 1000000)`);
  moderators = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
  pools = [1, 2].map(() => createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') }));
  for (const pool of pools) servers.push(await givenServer(world(), { pool }));
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
  actAsStaff(world(), moderators, action, { id: boardId, name: 'g' }, [num]);

/** Writes as the archive's writers do. */
async function edit(num: number, thread: number, comment: string): Promise<void> {
  await inTransaction(world().pool, async (client) => {
    await lockThread(client, boardId, thread);
    await client.query(
      `with written as (
         update posts set comment = $3, rev = nextval('post_rev') where board_id = $1 and num = $2 returning thread, rev)
       ${markDirtyOf('written', { board: '$1', now: 'now()' })}`,
      [boardId, num, comment],
    );
  });
}

const everyAnswer = async (thread: number, headers: Record<string, string> = {}) =>
  Promise.all(servers.flatMap((server) => ADDRESSES.map(async (address) => server.get(address(thread), headers))));

/** The text of every answer for the thread. */
const texts = async (thread: number) => (await everyAnswer(thread)).map(({ body }) => JSON.stringify(body));

test('a hidden post is in no answer to a request sent after the commit, and in all answers once it is shown again', async () => {
  for (let round = 0; round < 10; round++) {
    const thread = await givenThread();
    const over = new AbortController();
    // Readers fill the caches before, during and after each commit.
    const readers = servers.map(async (server) => {
      while (!over.signal.aborted) {
        for (const address of ADDRESSES) await server.get(address(thread));
        // Lets other work run between rounds of cached answers.
        await sleep(1);
      }
    });
    try {
      await everyAnswer(thread);
      await act('hide', thread + 1);
      for (const text of await texts(thread)) expect(text).not.toContain('herons');
      await act('show', thread + 1);
      for (const text of await texts(thread)) expect(text).toContain('herons');
    } finally {
      over.abort();
      await Promise.all(readers);
    }
  }
});

test('a change is visible, whether by a writer, by a statement without a new rev, or by a move to another thread', async () => {
  const [thread, other] = [await givenThread(), await givenThread()];
  for (const text of await texts(thread)) expect(text).toContain('herons');
  await edit(thread + 1, thread, 'egrets');
  for (const text of await texts(thread)) expect(text).toContain('egrets');
  await world().pool.query('update posts set hidden = true where num = $1', [thread + 1]);
  for (const text of await texts(thread)) expect(text).not.toContain('egrets');
  for (const text of await texts(other)) expect(text).toContain('herons');
  await world().pool.query('update posts set thread = $2 where num = $1', [other + 1, thread]);
  for (const text of await texts(other)) expect(text).not.toContain('herons');
  for (const text of await texts(thread)) expect(text).toContain('herons');
});

test('a client that requests posts newer than the newest gets 204 until there is one', async () => {
  const thread = await givenThread();
  const { rows } = await world().pool.query<{ id: string }>('select max(id) as id from posts');
  const url = `/_/api/chan/thread/?board=g&num=${thread}&latest_doc_id=${rows[0]?.id}`;
  expect((await servers[0]?.get(url))?.status).toBe(204);
  expect((await servers[0]?.get(url))?.status).toBe(204);
  await archive.store('g', [{ num: thread + 2, thread, comment: 'new' }]);
  expect((await servers[0]?.get(url))?.status).toBe(200);
});

const step = fc.record({
  what: fc.constantFrom('hide', 'show', 'edit', 'read'),
  post: fc.integer({ min: 0, max: 1 }),
  of: fc.integer({ min: 0, max: 1 }),
});

interface Model {
  comment: string;
  isHidden: boolean;
}

test('in any history each server answers with the content of the rows, and with 304 only while the bytes are the same', async () => {
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
        } else await servers[of]?.get(ADDRESSES[at % 4]?.(thread) ?? '');
        for (const server of servers) await compare(server, thread, posts, copies);
      }
    }),
    { numRuns: Number(process.env['HISTORIES'] ?? countOf(60, 5)) },
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
      else expect(again.statusCode === 304).toBe(old.etag === headers['etag']);
      if (again.statusCode === 304) expect(body).toBe(old.body);
    }
    if (!isThere) continue;
    for (const { comment, isHidden } of posts) expect(body.includes(`"${comment}"`)).toBe(!isHidden);
    copies.set(url, { etag: String(headers['etag']), body });
  }
}
