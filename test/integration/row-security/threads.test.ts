/** What PostgreSQL enforces for threads that are hidden as a whole: they have no visible post, and only admins hide and show them. */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loginUrl } from '../../support/logins.ts';
import { openSession } from '../../support/sessions.ts';
import { aPost, insertBoard, writePosts } from '../../support/builders.ts';
import { useWorld } from '../../support/world.ts';
import { countOf } from './given-rows.ts';

const world = useWorld();
const [HIDDEN, SEEN, THREADS] = [100, 200, 2_000];
let g: number;
let server: pg.Client;
let scraper: pg.Client;
const secrets = { moderator: '', adminOfG: '', admin: '' };

async function connect(name: 'server' | 'scraper'): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: loginUrl(world().databaseUrl, name) });
  await client.connect();
  return client;
}

beforeAll(async () => {
  const owner = world().pool;
  const board = await insertBoard(owner, 'g');
  g = board.id;
  await writePosts(owner, board, [
    ...[HIDDEN, HIDDEN + 1].map((num) => aPost({ num, thread: HIDDEN, hidden: true })),
    ...[SEEN, SEEN + 1].map((num) => aPost({ num, thread: SEEN })),
  ]);
  await owner.query('insert into moderated_threads (board_id, thread, purged) values ($1, $2, false)', [g, HIDDEN]);
  // So many that a plan that reads all of them would cost more.
  await owner.query(
    `insert into moderated_threads (board_id, thread, purged) select $1, 10000 + n, false from generate_series(1, ${THREADS}) n`,
    [g],
  );
  await owner.query('analyze');
  secrets.moderator = await openSession(owner, { name: 'warden' });
  secrets.adminOfG = await openSession(owner, { name: 'of-g', role: 'admin', boardId: g });
  secrets.admin = await openSession(owner, { name: 'ada', role: 'admin' });
  [server, scraper] = await Promise.all([connect('server'), connect('scraper')]);
});
afterAll(async () => {
  await Promise.all([server.end(), scraper.end()]);
});
beforeEach(async () => {
  await server.query('begin');
  await scraper.query('begin');
});
afterEach(async () => {
  await server.query('rollback');
  await scraper.query('rollback');
});

const identify = async (secret: string) => server.query('select identify_account($1)', [secret]);
const show = 'update posts set hidden = false, rev = rev where board_id = $1 and num = $2';
const grow = `insert into posts (board_id, num, thread, opener, hidden, time_posted, time_modified, rev)
  values ($1, $3, $2, false, $4, now(), now(), nextval('post_rev'))`;

test('a transaction without an identity sees no post of such a thread', async () => {
  expect(await countOf(server, 'posts where board_id = $1 and thread = $2', [g, HIDDEN])).toBe(0);
  expect(await countOf(server, 'posts where board_id = $1 and thread = $2', [g, SEEN])).toBe(2);
});

test.each(['moderator', 'adminOfG', 'admin'] as const)('%s cannot show a single post of it', async (who) => {
  await identify(secrets[who]);
  await server.query('savepoint one');
  await expect(server.query(show, [g, HIDDEN + 1])).rejects.toThrow('row-level security policy "hidden_threads"');
  await server.query('rollback to one');
  expect((await server.query(show, [g, SEEN + 1])).rowCount).toBe(1);
});

test('an admin who shows the thread shows its posts', async () => {
  await identify(secrets.adminOfG);
  await server.query('delete from moderated_threads where board_id = $1 and thread = $2', [g, HIDDEN]);
  expect((await server.query(show, [g, HIDDEN + 1])).rowCount).toBe(1);
});

test('the scraper does not add visible replies to it', async () => {
  expect((await scraper.query(grow, [g, HIDDEN, HIDDEN + 2, true])).rowCount).toBe(1);
  expect((await scraper.query(grow, [g, SEEN, SEEN + 2, false])).rowCount).toBe(1);
  await expect(scraper.query(grow, [g, HIDDEN, HIDDEN + 3, false])).rejects.toThrow(
    'row-level security policy "hidden_threads_grow"',
  );
});

describe.each([
  ['hides', 'insert into moderated_threads (board_id, thread, purged) values ($1, $2, false)', SEEN],
  ['shows', 'delete from moderated_threads where board_id = $1 and thread = $2', HIDDEN],
  ['purges', 'update moderated_threads set purged = true where board_id = $1 and thread = $2', HIDDEN],
  [
    'records',
    `select append_audit('hide', $1, jsonb_build_object('posts', array['100'], 'thread', $2::int), null, null)`,
    SEEN,
  ],
] as const)('only an admin of the board %s a whole thread', (_does, statement, thread) => {
  test('a moderator cannot do so', async () => {
    await identify(secrets.moderator);
    const outcome = await server.query(statement, [g, thread]).catch((error: Error) => error.message);
    if (typeof outcome === 'string') expect(outcome).toMatch(/row-level security|only admins/);
    else expect(outcome.rowCount).toBe(0);
  });

  test.each(['adminOfG', 'admin'] as const)('%s', async (who) => {
    await identify(secrets[who]);
    expect((await server.query(statement, [g, thread])).rowCount).toBe(1);
  });
});

test('each written row is checked with the index of moderated threads', async () => {
  await identify(secrets.moderator);
  for (const [client, statement, values] of [
    [server, show, [g, SEEN]],
    [scraper, grow, [g, SEEN, SEEN + 2, false]],
  ] as const) {
    const { rows } = await client.query<Record<'QUERY PLAN', string>>(`explain ${statement}`, [...values]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Only Scan using moderated_threads_pkey/);
    expect(plan).not.toMatch(/Seq Scan on moderated_threads/);
  }
});
