/** The whole archive as on several machines: two servers, three indexers, two scrapers. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startReaders } from '../faults/readers.ts';
import { WatchedProcess } from '../faults/watched-process.ts';
import { eventually } from '../support/archive.ts';
import { compareStores } from '../support/compare-stores.ts';
import { drained } from '../support/indexer.ts';
import { freePort } from '../support/ports.ts';
import { useWorld } from '../support/world.ts';
import { openSite, total, type Site } from './scraper/site.ts';

const world = useWorld();
const BOARDS = ['a', 'b', 'c', 'd', 'e', 'f'];
const THREADS = 30;
const REPLIES = 9;
/** A fetch may have been running when its board went to the second scraper. */
const SLACK = BOARDS.length;

let site: Site;
let scrapers: WatchedProcess[] = [];
let indexers: WatchedProcess[] = [];
let servers: WatchedProcess[] = [];
let serverUrls: string[] = [];
let metricsUrls: string[] = [];

beforeAll(async () => {
  site = await openSite(world());
  for (const name of BOARDS) await site.add(name, THREADS, REPLIES);
  const ports = await Promise.all(Array.from({ length: 5 }, freePort));
  serverUrls = ports.slice(0, 2).map((port) => `http://127.0.0.1:${port}`);
  metricsUrls = ports.slice(2).map((port) => `http://127.0.0.1:${port}/metrics`);
  const run = (main: string, settings: Readonly<Record<string, string>> = {}) =>
    new WatchedProcess(main, world(), { SAGASU_RATE_LIMIT: '0', SAGASU_SCRAPER_OWN_ORIGIN: site.url, ...settings });
  indexers = ports.slice(2).map((port) => run('indexer/main.ts', { SAGASU_METRICS_PORT: String(port) }));
  servers = ports.slice(0, 2).map((port) => run('server/main.ts', { SAGASU_PORT: String(port) }));
  await Promise.all(indexers.map(async (indexer) => indexer.logged('"indexing"')));
  scrapers = [run('scraper/main.ts'), run('scraper/main.ts')];
  for (const url of serverUrls) await eventually('the server is ready', async () => (await fetch(`${url}/readyz`)).ok);
});
afterAll(async () => {
  await Promise.all([...scrapers, ...indexers, ...servers].map(async (each) => each.kill()));
  await site.close();
});

/** Number of documents that all indexers together have sent, regardless of the outcome. */
async function documentsSent(): Promise<number> {
  const texts = await Promise.all(metricsUrls.map(async (url) => (await fetch(url)).text()));
  const counts = texts.flatMap((text) => [...text.matchAll(/^sagasu_indexer_documents_total\{.*\} (\d+)$/gm)]);
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

async function rowsWritten(): Promise<number> {
  const { rows } = await world().pool.query<{ revs: string }>('select last_value as revs from post_rev');
  return Number(rows[0]?.revs);
}

interface Answer {
  readonly hits: readonly { readonly board: string; readonly num: number }[];
  readonly total: { readonly value: number };
  readonly next: string | null;
}

async function search(server: string | undefined, parameters: Readonly<Record<string, string>>): Promise<Answer> {
  const answer = await fetch(`${server}/api/v1/search?${new URLSearchParams(parameters).toString()}`);
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

test('each post is scraped and indexed once, whichever process does it', async () => {
  await eventually('everything is stored', async () => site.isStored());
  await drained(world());
  const first = site.threadFetches();
  expect(first.size).toBe(BOARDS.length * THREADS);
  expect(total(first)).toBeLessThanOrEqual(BOARDS.length * THREADS + SLACK);
  await eventually('each scraper has its share', async () => {
    const { rows } = await world().pool.query<{ boards: string }>(
      "select count(*) as boards from harvest_leases where worker <> '' group by worker",
    );
    return rows.map(({ boards }) => boards).join(' ') === '3 3';
  });

  const before = total(site.threadFetches());
  for (const board of site.boards.values()) {
    for (let thread = 100; thread <= 1_000; thread += 100) {
      board.reply(thread, thread + 50);
      board.edit(thread, thread + 1, { com: `edited ${thread}` });
    }
  }
  await eventually('the changes are stored', async () => site.isStored());
  await drained(world());
  const again = total(site.threadFetches()) - before;
  // A thread that the scraper polled between two changes is fetched once for each.
  expect(again).toBeGreaterThanOrEqual(BOARDS.length * 10);
  expect(again).toBeLessThanOrEqual(BOARDS.length * 10 + 1);

  const { differences, rows, documents } = await compareStores(world());
  expect(differences).toEqual([]);
  expect(rows).toBe(BOARDS.length * (THREADS * (REPLIES + 1) + 10));
  expect(documents).toBe(rows);
  const sent = await documentsSent();
  expect(sent).toBeGreaterThanOrEqual(rows);
  expect(sent).toBeLessThanOrEqual((await rowsWritten()) * 1.05);
});

test('both servers return the same answers, and paging works across servers', async () => {
  for (const parameters of [{ q: 'opener' }, { q: 'reply', sort: 'old' }, { q: 'edited board:c', limit: '5' }]) {
    const [one, other] = await Promise.all(serverUrls.map(async (server) => search(server, parameters)));
    expect(one?.hits.length).toBeGreaterThan(0);
    expect(other?.hits).toEqual(one?.hits);
    expect(other?.total).toEqual(one?.total);
  }
  const seen: string[] = [];
  let cursor: string | null = null;
  let page = 0;
  do {
    const parameters: Record<string, string> = { q: 'reply', limit: '100', ...(cursor !== null && { cursor }) };
    const answer: Answer = await search(serverUrls[page++ % 2], parameters);
    seen.push(...answer.hits.map(({ board, num }) => `${board}.${num}`));
    cursor = answer.next;
  } while (cursor !== null);
  expect(page).toBeGreaterThan(10);
  expect(new Set(seen).size).toBe(seen.length);
  // All replies that were not edited.
  expect(seen.length).toBe(BOARDS.length * (THREADS * REPLIES));
});

test('processes are stopped one after the other without an effect on readers behind a proxy', async () => {
  const readers = startReaders(serverUrls, { perSecond: 40, query: 'reply' });
  for (const each of [...scrapers, ...indexers, ...servers.slice(0, 1)]) expect(await each.stop()).toBe(0);
  const reading = await readers.stop();
  expect(reading.failures).toEqual([]);
  expect(reading.queries).toBeGreaterThan(10);
  expect(await servers[1]?.stop()).toBe(0);
  for (const each of [...scrapers, ...indexers, ...servers]) expect(each.errors).toEqual([]);
  const { rows } = await world().pool.query("select from harvest_leases where worker <> ''");
  expect(rows).toEqual([]);
});
