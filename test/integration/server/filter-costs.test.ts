/**
 * The cost of expensive filters: the server answers others at the same time, and a filter that costs too much is refused, or shown as
 * inactive.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Filter, TriedFilter } from '../../../mappings/contract/filters.ts';
import { linearRegexp, MAX_STORED_INSTRUCTIONS } from '../../../mappings/linear-regexp.ts';
import { inTransaction } from '../../../platform/postgres.ts';
import { lockThread } from '../../../store/post-lock.ts';
import { createSlices } from '../../../store/slices.ts';
import { writeRange } from '../../../store/write-range.ts';
import { writeThread } from '../../../store/write-thread.ts';
import { aPost } from '../../support/builders.ts';
import { useWorld } from '../../support/world.ts';
import { ask, givenAdmin, type Admin } from './admin/given-admin.ts';
import { givenArchive, givenServer, type GivenServer } from './given-archive.ts';

const world = useWorld();
let server: GivenServer;
let admin: Admin;
let board = 0;

/** Each line keeps many states alive on every character of a text that lacks its letter. */
const costly = (lines: number) =>
  Array.from('ABCDEFGHIJKLMNOPQRST')
    .slice(0, lines)
    .map((letter) => `(?:[^${letter}]*[${letter}]){3,60}一`)
    .join('\n');

/** The same text in every run; it lacks the character that ends a match. */
const textOf = (length: number, seed: number) => {
  let [text, state] = ['', seed];
  while (text.length < length) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += 'abcdefghijklmnopqrstuvwxyz '[Math.floor(state / 65_536) % 27] ?? ' ';
  }
  return text.replace(/ $/, 'x');
};

beforeAll(async () => {
  const archive = givenArchive(world());
  board = await archive.board('g');
  await archive.store('g', [
    { num: 10, thread: 10, opener: true, replies: 0, images: 0 },
    ...Array.from({ length: 4 }, (_, index) => ({
      num: 11 + index,
      thread: 10,
      comment: textOf(index < 2 ? 4_000 : 2_000, index + 1),
    })),
  ]);
  await world().pool.query(`update boards set settings = '{"ghosts": {"allowed": true, "proof": false}}'`);
  server = await givenServer(world(), { clock: () => new Date() });
  admin = await givenAdmin(world(), server);
});
afterAll(async () => server.close());

/** A filter that an older version accepted. */
const stored = async (pattern: string, enabled: boolean) => {
  const { rows } = await world().pool.query<{ id: string }>(
    `insert into post_filters (board_id, kind, pattern, fields, action, created_by, tried_at, enabled_at)
     values ($1, 'regexp', $2, '{comment}', 'hide', 'root', now(), $3) returning id`,
    [board, pattern, enabled ? new Date() : null],
  );
  return Number(rows[0]?.id);
};

const usedMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/**
 * Runs `work` and returns the maximum processor time in milliseconds that the event loop used between two turns of a timer. Unlike
 * waiting times, this does not depend on the load of the machine.
 */
const longestBlock = async (work: () => Promise<void>) => {
  let [longest, before] = [0, usedMs()];
  const timer = setInterval(() => {
    const now = usedMs();
    [longest, before] = [Math.max(longest, now - before), now];
  }, 1);
  await work();
  clearInterval(timer);
  return longest;
};

const tryAll = async (id: number) => {
  let [cursor, posts]: [string | null, number] = [null, 0];
  do {
    const { status, body } = await admin.send('POST', `/filters/${id}/try`, cursor === null ? {} : { cursor });
    expect(status).toBe(200);
    ({ next: cursor, posts } = body as TriedFilter);
  } while (cursor !== null);
  return posts;
};

/** Half of the processor time for matching one post of 4,000 characters on the event loop. */
let mostMs = 0;
beforeAll(() => {
  const text = textOf(4_000, 1);
  const expression = linearRegexp(costly(16), MAX_STORED_INSTRUCTIONS);
  // The first match takes longer, because V8 has not compiled it.
  for (let match = 1; match <= 2; match++) {
    const before = usedMs();
    expression.test(text);
    mostMs = (usedMs() - before) / 2;
  }
});

test('a trial of an expensive filter does not block others, and completes', async () => {
  const id = await stored(costly(16), false);
  let posts = 0;
  const blocked = await longestBlock(async () => {
    posts = await tryAll(id);
  });
  expect(posts).toBe(5);
  expect(blocked).toBeLessThan(mostMs);
});

const withFilter = async (work: () => Promise<void>) => {
  const id = await stored(costly(16), true);
  expect(await longestBlock(work)).toBeLessThan(mostMs);
  await world().pool.query('delete from post_filters where id = $1', [id]);
};

const ghost = async (comment: string, remoteAddress: string) =>
  ask(server, {
    method: 'POST',
    url: '/api/v1/ghosts',
    payload: { board: 'g', thread: 10, comment, password: 'a long password' },
    remoteAddress,
  });

test('a ghost post against an expensive filter does not block others', async () => {
  await withFilter(async () => {
    const passed = await ghost(textOf(4_000, 99), '192.0.2.1');
    expect(passed).toMatchObject({ status: 201, body: { held: false } });
    const held = await ghost(`${textOf(3_000, 98)}aaa一`, '192.0.2.2');
    expect(held).toMatchObject({ status: 201, body: { held: true } });
  });
});

test('posts of a source and of an import against an expensive filter do not block others', async () => {
  const posts = [1].map((seed) => ({
    fields: aPost({ num: 100 + seed, thread: 10, comment: textOf(4_000, 200 + seed) }),
    fileDeleted: false,
  }));
  const merge = { mediaKinds: [], now: new Date() };
  await withFilter(async () => {
    await inTransaction(world().pool, async (client) => writeThread(await lockThread(client, board, 10), posts, merge));
    const range = posts.map(({ fields }) => ({ fields: { ...fields, num: fields.num + 10 }, fileDeleted: false }));
    const slices = createSlices(world().pool);
    await writeRange(world().pool, slices, { id: board, sliceSize: 50_000_000 }, range, merge, 'import');
  });
});

test('an expression that costs too much is refused with the reason and a solution', async () => {
  const filter = { board: 'g', kind: 'regexp', pattern: costly(20), action: 'hide' };
  const { status, body } = await admin.send('POST', '/filters', filter);
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'filter_costly', detail: expect.stringMatching(/lower the numbers in \{ \}/) });
});

test('an existing filter that costs too much is shown as inactive, and others stay active', async () => {
  const costlyId = await stored(costly(20), true);
  const otherId = await stored('dubious', true);
  expect(await ghost(`dubious ${textOf(3_000, 7)}`, '198.51.100.1')).toMatchObject({
    status: 201,
    body: { held: true },
  });
  expect(await ghost(`${textOf(3_000, 97)}aaa一`, '198.51.100.2')).toMatchObject({ body: { held: false } });
  const { filters } = (await admin.get('/filters')).body as { filters: Filter[] };
  const problems = new Map(filters.map(({ id, problem }) => [id, problem]));
  expect(problems.get(costlyId)).toMatch(/take too long/);
  expect(problems.get(otherId)).toBeNull();
  expect(await admin.send('POST', `/filters/${costlyId}/try`)).toMatchObject({ status: 400 });
  expect((await admin.send('POST', `/filters/${costlyId}/disable`)).status).toBe(204);
  expect(await admin.send('POST', `/filters/${costlyId}/enable`)).toMatchObject({ status: 400 });
  await world().pool.query('delete from filtered_posts');
  await world().pool.query('delete from post_filters');
});

test('the active expressions of a board have a common limit', async () => {
  for (let filter = 0; filter < 10; filter += 1) await stored(costly(16), true);
  const id = await stored(costly(16), false);
  const refused = await admin.send('POST', `/filters/${id}/enable`);
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'filters_costly', detail: expect.stringMatching(/\/g\//) },
  });
  await world().pool.query('delete from post_filters where id < $1', [id]);
  expect((await admin.send('POST', `/filters/${id}/enable`)).status).toBe(204);
});
