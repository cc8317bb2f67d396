/**
 * A post with a unique word and number, and a crawl of every address of the archive. A hidden or purged post must leave
 * no trace in any answer, whatever the indexer is doing, and nothing may bring it back. New routes are crawled
 * automatically; a route with an unknown parameter fails the test until the crawl has values for it.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type pg from 'pg';
import { createPostgresPool } from '../../../platform/postgres.ts';
import type { Explanation } from '../../../mappings/contract/explain.ts';
import type { FacetsAnswer, TimelineAnswer } from '../../../mappings/contract/facets.ts';
import type { SearchAnswer } from '../../../mappings/contract/search.ts';
import type { BoardStatistics } from '../../../mappings/contract/statistics.ts';
import { setAliases } from '../../../server/identities/identities.ts';
import { changeSettings } from '../../../store/boards/settings.ts';
import type { ModerationAction } from '../../../server/moderation/moderate.ts';
import type { LeasedBoard } from '../../../scraper/leases/board-leases.ts';
import { compareStores } from '../../support/compare-stores.ts';
import { drained, openIndexer, type TestIndexer } from '../../support/indexer.ts';
import { useWorld } from '../../support/world.ts';
import { createHarness, NOW, type Harness } from '../scraper/harness.ts';
import { addHeldBoard, threadPath, Upstream } from '../scraper/upstream.ts';
import { adminWith, givenAdmin, type Admin } from '../server/admin/given-admin.ts';
import { sagasu } from '../cli/harness.ts';
import { addressesOfPost, FOOLFUUKA } from './archive-addresses.ts';
import { givenServer, type Answer, type GivenServer } from '../server/given-archive.ts';
import { givenBuiltPages } from '../server/given-pages.ts';
import { loginUrl } from '../../support/logins.ts';
import { unfilteredPool } from '../../support/unfiltered-pool.ts';
import { actAsStaff } from '../../support/moderation.ts';

const WORD = 'quetzalcoatlus';
const THREAD = 48_150_000;
const CANARY = 48_151_623;
const ABSENT = 48_151_777;
const SENDER = 's815';

const world = useWorld();
let upstream: Upstream;
let board: LeasedBoard;
let scraper: Harness;
let indexer: TestIndexer | null = null;
let server: GivenServer;
let admin: Admin;
let webRoot: string;
let copies: string;
let pool: pg.Pool;

beforeAll(async () => {
  upstream = new Upstream();
  board = await addHeldBoard(world(), await upstream.open());
  await changeSettings(world().pool, board, { publicLog: true, publicLogNames: true });
  scraper = createHarness(world(), board);
  pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
  copies = await mkdtemp(join(tmpdir(), 'sagasu-copies-'));
  webRoot = await givenBuiltPages();
  await setAliases(world().pool, 'somebody', [{ kind: 'sender', value: SENDER }]);
  server = await givenServer(world(), { webRoot });
  admin = await givenAdmin(world(), server);
  upstream.start(THREAD, 3, { sub: 'A thread that stays' });
  upstream.reply(THREAD, CANARY, canaryFields());
  await scraper.pass();
  await startIndexer();
  await caughtUp();
  await stopIndexer();
});

afterAll(async () => {
  await stopIndexer();
  await scraper.close();
  await server.close();
  await pool.end();
  await upstream.close();
  await rm(copies, { recursive: true, force: true });
});

function canaryFields(): Record<string, unknown> {
  return {
    com: `${WORD} <a href="#p${THREAD}" class="quotelink">&gt;&gt;${THREAD}</a> <a href="https://${WORD}.example.org/">x</a>`,
    sub: WORD,
    name: WORD,
    trip: `!${WORD}`,
    id: SENDER,
    filename: WORD,
    ext: '.png',
    tim: 1_700_000_000_123,
    md5: 'cXVldHphbGNvYXRsdXMhIQ==',
    fsize: 1,
    w: 1,
    h: 1,
    tn_w: 1,
    tn_h: 1,
    [WORD]: 'a field that nobody knows',
  };
}

async function startIndexer(): Promise<void> {
  indexer ??= await openIndexer(world());
}

async function stopIndexer(): Promise<void> {
  await indexer?.close();
  indexer = null;
}

/** Everything is indexed and refreshed. */
async function caughtUp(): Promise<void> {
  await drained(world());
  await world().elasticsearch.indices.refresh({ index: `${world().indexPrefix}*` });
}

const act = async (action: ModerationAction) =>
  actAsStaff(world(), pool, action, board, [CANARY], { reason: 'a canary', now: NOW });

/** Answers repeat the query, so these queries find the post without containing its word. */
const COUNTED = ['', 'is:reply', 'identity:somebody', `${WORD.slice(0, -2)}*`, `name:${WORD.slice(0, -2)}*`, 'ext:png'];
const ADDRESSES = addressesOfPost({
  board: 'g',
  num: CANARY,
  thread: THREAD,
  word: WORD,
  counted: COUNTED,
  time: 1_700_000_000_123,
  // Hashes of the canary's file, which was never fetched.
  sha256: '0'.repeat(64),
});

interface Traces {
  /** The addresses whose answers contain the word, or contain the number without having it in the address. */
  readonly found: readonly string[];
  readonly crawled: number;
}

async function crawl(): Promise<Traces> {
  const found: string[] = [];
  const all = ADDRESSES.of(server.app);
  for (const address of all) {
    const answer = await ask(address);
    expect(answer.status, `${address} ${JSON.stringify(answer.body)}`).not.toBe(500);
    // `parts` repeats the query.
    const body = typeof answer.body === 'object' ? { ...answer.body, parts: undefined } : answer.body;
    const text = JSON.stringify([body, answer.headers]);
    // The audit log shows admins the numbers of posts, but not their content.
    const mayNameIt = address.includes(String(CANARY)) || address === '/api/v1/admin/audit';
    if (text.includes(WORD) || (!mayNameIt && text.includes(String(CANARY)))) found.push(address);
    const namesIt = /^\/(api\/v1\/boards|g|post)\//.test(address) && /48151623|1700000000123/.test(address);
    if (namesIt && answer.status !== 404 && !(await equalsAbsent(address, answer))) found.push(address);
    const [path, query = ''] = address.split('?');
    if (path === `${FOOLFUUKA}/search/` && !address.includes('results=thread')) {
      const { 0: page, meta } = answer.body as { 0?: { posts: unknown[] }; meta?: { total_found: number } };
      expect({ address, total: meta?.total_found ?? 0 }).toEqual({ address, total: page?.posts.length ?? 0 });
    }
    if (path === `${FOOLFUUKA}/post/` && answer.status !== 404) found.push(address);
    if (path === '/api/v1/search') {
      const { hits, total } = answer.body as SearchAnswer;
      expect({ address, ...total }).toEqual({ address, value: hits.length, relation: 'eq' });
    }
    if (path === '/api/v1/search/explain') {
      const { total } = (await ask(`/api/v1/search?${query}`)).body as SearchAnswer;
      expect({ address, ...(answer.body as Explanation).total }).toEqual({ address, ...total });
    }
    if (path === '/api/v1/search/facets') {
      const { total } = (await ask(`/api/v1/search?${query}`)).body as SearchAnswer;
      const { facets, total: counted } = answer.body as FacetsAnswer;
      expect({ address, counted, boards: facets[0]?.values.map(({ count }) => count) ?? [] }).toEqual({
        address,
        counted: total.value,
        boards: total.value === 0 ? [] : [total.value],
      });
    }
    if (path === '/api/v1/boards/g/statistics') {
      const { total } = (await server.search({ q: 'board:g' })).body as SearchAnswer;
      expect({ address, posts: (answer.body as BoardStatistics).posts }).toEqual({ address, posts: total.value });
    }
    if (path === '/api/v1/search/timeline') {
      const { total } = (await ask(`/api/v1/search?${query}`)).body as SearchAnswer;
      const counted = (answer.body as TimelineAnswer).buckets.reduce((sum, { count }) => sum + count, 0);
      expect({ address, counted }).toEqual({ address, counted: total.value });
    }
  }
  return { found, crawled: all.length };
}

/** Some addresses answer for every number: the answers must be the same for a hidden thread and for one that never existed. */
async function equalsAbsent(address: string, { status, body }: Answer): Promise<boolean> {
  if (!/\/threads\/\d+\/(freshness|series)$/.test(address)) return false;
  const absent = await ask(address.replace(String(CANARY), String(ABSENT)));
  const renumbered = JSON.stringify(body).replaceAll(String(CANARY), String(ABSENT));
  return status === absent.status && renumbered === JSON.stringify(absent.body);
}

async function ask(address: string): Promise<Answer> {
  const path = '/api/v1/admin';
  return address.startsWith(path) ? admin.get(address.slice(path.length)) : server.get(address);
}

async function expectNoTrace(): Promise<void> {
  const { found, crawled } = await crawl();
  expect(found).toEqual([]);
  expect(crawled).toBeGreaterThan(80);
  expect(((await server.search({ q: '' })).body as SearchAnswer).total.value).toBe(4);
}

async function expectTraces(): Promise<void> {
  const { found } = await crawl();
  expect(found).toContain(`/api/v1/boards/g/posts/${CANARY}`);
  expect(found).toContain(`/api/v1/boards/g/threads/${THREAD}`);
  expect(found).toEqual(
    expect.arrayContaining([
      '/g',
      `/g/thread/${THREAD}`,
      '/search?q=is:reply',
      '/g/catalog.json',
      '/g/1.json',
      `/g/thread/${THREAD}.json`,
      `/g/post/${CANARY}`,
    ]),
  );
  expect(found).toEqual(expect.arrayContaining([...ADDRESSES.chanLists, `${FOOLFUUKA}/post/?board=g&num=${CANARY}`]));
  // All addresses that find the post, except explanations, which describe queries.
  const listing = ADDRESSES.lists.filter((address) => !address.includes('/explain?') && !address.includes('name:'));
  expect(found).toEqual(expect.arrayContaining([...listing, ...ADDRESSES.ofBoard]));
  expect(found.filter((address) => address.startsWith('/api/v1/search')).length).toBeGreaterThan(15);
}

/** Tables with a row that contains the word. */
async function tablesWithTraces(): Promise<string[]> {
  const { rows } = await world().pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const traces = await world().pool.query(`select 1 from ${name} t where t::text like $1 limit 1`, [`%${WORD}%`]);
    if (traces.rows.length > 0) found.push(name);
  }
  return found;
}

async function documentsWithTraces(): Promise<string[]> {
  const answer = await world().elasticsearch.search({ index: `${world().indexPrefix}*`, size: 100 });
  return answer.hits.hits.filter((hit) => JSON.stringify(hit._source).includes(WORD)).map(({ _id: id }) => id ?? '');
}

// The tests depend on each other, in this order.
test('the crawl finds a visible post, so that its later absence is meaningful', async () => {
  await expectTraces();
  expect(await tablesWithTraces()).toContain('posts');
  expect(await documentsWithTraces()).toEqual([`g.${CANARY}.0`]);
});

test('a backup and an exported archive are made while the post is visible', async () => {
  const { stdout: key } = await sagasu(world(), 'backup', 'key');
  await writeFile(join(copies, 'key.txt'), key);
  const recipient = /age1\S+/.exec(key)?.[0] ?? '';
  expect((await sagasu(world(), 'backup', join(copies, 'backups'), '--recipient', recipient)).code).toBe(0);
  expect((await sagasu(world(), 'export', 'archive', join(copies, 'archive'))).code).toBe(0);
  await world().pool.query('delete from tasks');
});

test('answers have no trace of a hidden post, even while the indexer is stopped', async () => {
  await act('hide');
  await expectNoTrace();
});

test('PostgreSQL does not show hidden posts even to a server whose statements have lost their filter', async () => {
  const [filtering, adminOfIt] = [server, admin];
  const { pool: unfiltered, changed } = unfilteredPool(loginUrl(world().databaseUrl, 'server'));
  server = await givenServer(world(), { webRoot, pool: unfiltered });
  admin = adminWith(server, adminOfIt.name, adminOfIt.cookie);
  try {
    await expectNoTrace();
    expect(changed.size).toBeGreaterThan(20);
  } finally {
    await server.close();
    await unfiltered.end();
    [server, admin] = [filtering, adminOfIt];
  }
});

test('a post that is shown again is in every answer, with the indexer still stopped', async () => {
  await act('show');
  await expectTraces();
});

/** Answers are built from tables and documents: after a post has left both, one crawl at the end suffices for the rest. */
async function expectInNoStore(): Promise<void> {
  expect(await tablesWithTraces()).toEqual([]);
  expect(await documentsWithTraces()).toEqual([]);
}

test('no answer and no table has a trace of a purged post while the indexer is stopped', async () => {
  await act('purge');
  await expectNoTrace();
  expect(await tablesWithTraces()).toEqual([]);
});

test('after the indexer has caught up, Elasticsearch contains no trace of the purged post either', async () => {
  await world().pool.query(`update pending_hides set since = now() - interval '1 day'`);
  await startIndexer();
  await drained(world());
  // Elasticsearch may count the post until its next refresh, but not longer, however long it waited for the indexer.
  const { rows } = await world().pool.query(
    `select since > now() - interval '1 minute' as is_fresh from pending_hides`,
  );
  expect(rows).toEqual([{ is_fresh: true }]);
  await expectNoTrace();
  await caughtUp();
  await expectInNoStore();
});

test('scraping the source again, changed and unchanged, does not bring the purged post back', async () => {
  upstream.edit(THREAD, CANARY, { com: `${WORD} edited` });
  await scraper.pass();
  await world().pool.query('truncate harvest_state');
  scraper.restart();
  await scraper.pass();
  await caughtUp();
  await expectInNoStore();
});

test('a refused answer of the source does not bring the purged post back', async () => {
  upstream.touch(THREAD);
  upstream.instead.set(threadPath(THREAD), (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(`{"posts":[{"no":1,"com":"${WORD}"}]`);
  });
  await scraper.pass();
  upstream.instead.clear();
  await caughtUp();
  await expectInNoStore();
});

test('the import of an archive that was exported before the purge does not bring it back', async () => {
  const { code, stdout } = await sagasu(world(), 'import', 'archive', join(copies, 'archive'), '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ boards: [{ board: 'g', read: 5, purged: 1 }] });
  await caughtUp();
  await expectInNoStore();
});

test('the restore of a backup from before the purge does not bring the purged post back', async () => {
  await stopIndexer();
  await scraper.close();
  await server.close();
  await pool.end();
  const restore = ['restore', join(copies, 'backups'), '--key', join(copies, 'key.txt'), '--replace'];
  const { code, stdout, stderr } = await sagasu(world(), ...restore);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('1 posts');
  pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
  server = await givenServer(world(), { webRoot });
  admin = await givenAdmin(world(), server, 'after');
  scraper = createHarness(world(), board);
  expect(await tablesWithTraces()).toEqual([]);
  await expectNoTrace();
  await startIndexer();
  await caughtUp();
  await expectNoTrace();
  expect(await documentsWithTraces()).toEqual([]);
});

test('both stores are equal at the end', async () => {
  await caughtUp();
  expect((await compareStores(world())).differences).toEqual([]);
});
