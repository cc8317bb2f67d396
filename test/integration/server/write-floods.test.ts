/**
 * Floods of writing readers: while they wait in PostgreSQL, other readers have connections, and further writers are refused immediately.
 */
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { transaction, withConnection } from '../../../platform/postgres.ts';
import { useWorld } from '../../support/world.ts';
import { ask } from './admin/given-admin.ts';
import { givenArchive, givenServer, type Answer, type GivenServer } from './given-archive.ts';

const world = useWorld();
const RIGHT = 'a long password';
let server: GivenServer;
let board = 0;

beforeAll(async () => {
  const archive = givenArchive(world());
  board = await archive.board('g');
  await archive.store('g', [
    { num: 10, thread: 10, opener: true, replies: 1, images: 0 },
    { num: 11, thread: 10 },
  ]);
  await world().pool.query(
    `update boards set settings = '{"ghosts": {"allowed": true, "proof": false, "cooldown": 3600}}'`,
  );
});
beforeEach(async () => {
  server = await givenServer(world(), { clock: () => new Date() });
});
afterEach(async () => server.close());

let written = 0;
const post = async (url: string, payload: object, remoteAddress: string) =>
  ask(server, { method: 'POST', url, payload, remoteAddress });
const write = async (remoteAddress: string) =>
  post(
    '/api/v1/ghosts',
    { board: 'g', thread: 10, comment: `heron ${(written += 1)}`, password: RIGHT },
    remoteAddress,
  );

/** Waits until writers wait for a lock in PostgreSQL and no more of them arrive there, or until all are answered. */
const floodWaits = async (answers: readonly Promise<Answer>[]) => {
  let [before, answered] = [0, 0];
  for (const answer of answers) void answer.finally(() => answered++);
  await vi.waitFor(
    async () => {
      const { rows } = await world().pool.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      const waiting = rows[0]?.waiting ?? 0;
      const hasGrown = waiting > before;
      before = waiting;
      if (answered < answers.length && (waiting === 0 || hasGrown)) throw new Error(`${waiting} writers wait`);
    },
    { timeout: 60_000, interval: 100 },
  );
};

/** Sends the flood while `lock` is held. Returns a reader's answer in that time, and the answers to the flood. */
const whileLocked = async (lock: string, values: readonly unknown[], flood: () => Promise<Answer>[]) => {
  let answers: Promise<Answer>[] = [];
  const reader = await withConnection(world().pool, async (client) =>
    transaction(client, async () => {
      await client.query(lock, [...values]);
      answers = flood();
      await floodWaits(answers);
      // The pool answers within five seconds or not at all.
      return server.get('/api/v1/boards/g/posts/11');
    }),
  );
  return { reader, answers: await Promise.all(answers) };
};
const statuses = (answers: readonly Answer[]) => new Set(answers.map(({ status }) => status));

const THREAD = 'select pg_advisory_xact_lock($1::int, hashint8($2::bigint))';
const POSTER = `select pg_advisory_xact_lock(hashtext('sagasu_poster'), hashtext(network(set_masklen($1::inet, 24))::inet::text))`;
const REPORTED = `select pg_advisory_xact_lock(hashtext('sagasu_report'), hashtext($1 || '/11/0'))`;

test('wrong passwords do not wait for the writer of a thread', async () => {
  const { body } = await write('192.0.2.1');
  const { num, subnum } = body as { num: number; subnum: number };
  const { reader, answers } = await whileLocked(THREAD, [board, 10], () =>
    Array.from({ length: 60 }, async (_, at) =>
      post('/api/v1/ghosts/delete', { board: 'g', num, subnum, password: `wrong ${at}` }, `198.51.100.${at}`),
    ),
  );
  expect(reader.status).toBe(200);
  expect(statuses(answers)).toEqual(new Set([403, 429]));
});

test('right passwords that wait for a writer of the thread leave readers their connections', async () => {
  const { body } = await write('192.0.2.2');
  const { num, subnum } = body as { num: number; subnum: number };
  const { reader, answers } = await whileLocked(THREAD, [board, 10], () =>
    Array.from({ length: 20 }, async () =>
      post('/api/v1/ghosts/delete', { board: 'g', num, subnum, password: RIGHT }, '192.0.2.2'),
    ),
  );
  expect(reader.status).toBe(200);
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
});

test('ghost posts of one network that wait for each other leave readers their connections', async () => {
  const { reader, answers } = await whileLocked(POSTER, ['192.0.2.9'], () =>
    Array.from({ length: 60 }, async () => write('192.0.2.9')),
  );
  expect(reader.status).toBe(200);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(statuses(answers)).toEqual(new Set([201, 429]));
});

test('reports of one post that wait for each other leave readers their connections', async () => {
  const { reader, answers } = await whileLocked(REPORTED, [board], () =>
    Array.from({ length: 60 }, async (_, at) =>
      post('/api/v1/reports', { board: 'g', num: 11, category: 'spam' }, `203.0.${at}.1`),
    ),
  );
  expect(reader.status).toBe(200);
  expect(statuses(answers)).toEqual(new Set([201]));
});

test('surplus writers are refused immediately, with a time to try again', async () => {
  const { reader, answers } = await whileLocked(POSTER, ['192.0.2.30'], () =>
    Array.from({ length: 150 }, async () => write('192.0.2.30')),
  );
  expect(reader.status).toBe(200);
  const refused = answers.filter(({ body }) => (body as { code?: string }).code === 'writers_busy');
  expect(refused.length).toBeGreaterThan(40);
  expect(refused[0]?.headers['retry-after']).toBe('5');
  expect(statuses(answers)).toEqual(new Set([201, 429]));
});
