/** A scraper over a source that dies and returns, as staff see it. */
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminBoardList } from '../../../../mappings/contract/admin.ts';
import type { BoardSource } from '../../../../mappings/contract/board-source.ts';
import type { Health } from '../../../../mappings/contract/health.ts';
import type { Overview, OverviewLine } from '../../../../mappings/contract/overview.ts';
import { readConfig } from '../../../../platform/config.ts';
import type { SourceAnswer } from '../../../../mappings/source-answers.ts';
import type { Service } from '../../../../platform/lifecycle.ts';
import { createAnswerLog } from '../../../../scraper/store/source-answers.ts';
import { startScraper } from '../../../../scraper/scraper.ts';
import { eventually } from '../../../support/archive.ts';
import { loginUrl } from '../../../support/logins.ts';
import { freePort } from '../../../support/ports.ts';
import { useWorld } from '../../../support/world.ts';
import { givenServer, type GivenServer } from '../../server/given-archive.ts';
import { givenAdmin, type Admin } from '../../server/admin/given-admin.ts';
import { silent } from '../harness.ts';
import { addBoard, Upstream } from '../upstream.ts';

const world = useWorld();
const upstream = new Upstream();
let port: number;
let source: Server;
let server: GivenServer;
let admin: Admin;
let scraper: Service;

async function openSource(): Promise<Server> {
  const opened = createServer((request, response) => upstream.answer(request, response));
  opened.listen(port, '127.0.0.1');
  await once(opened, 'listening');
  return opened;
}

async function closeSource(): Promise<void> {
  source.closeAllConnections();
  source.close();
  await once(source, 'close');
}

async function scrape(): Promise<Service> {
  return startScraper({
    config: readConfig({
      SAGASU_SCRAPER_INTERVAL_MS: '100',
      SAGASU_SCRAPER_HOST_DELAY_MS: '0',
      SAGASU_QUEUE_PREFIX: world().queuePrefix,
      SAGASU_METRICS_PORT: '0',
    }),
    stores: { databaseUrl: loginUrl(world().databaseUrl, 'scraper'), redisUrl: world().redisUrl },
    logger: silent,
    registry: new Registry(),
    now: () => new Date(),
    worker: 'one',
  });
}

beforeAll(async () => {
  port = await freePort();
  source = await openSource();
  server = await givenServer(world(), { clock: () => new Date() });
  admin = await givenAdmin(world(), server);
  upstream.start(100, 1);
  await addBoard(world(), `http://127.0.0.1:${port}`);
  scraper = await scrape();
});

afterAll(async () => {
  await scraper.close();
  source.close();
  await server.close();
});

async function lines(): Promise<readonly OverviewLine[]> {
  const { body } = await admin.get('/overview');
  return (body as Overview).parts.find(({ name }) => name === 'sources')?.lines ?? [];
}

async function sourceOfBoard(): Promise<BoardSource | undefined> {
  const { body } = await admin.get('/boards');
  return (body as AdminBoardList).boards.find(({ name }) => name === 'g')?.sources[0];
}

test('a source that dies is shown with its reason and the time, also after a restart, until it answers again', async () => {
  await eventually('the source answers', async () => (await lines()).some(({ kind }) => kind === 'sources.answering'));
  expect(await sourceOfBoard()).toMatchObject({
    address: `http://127.0.0.1:${port}/g`,
    own: true,
    failing_since: null,
    answers: [{ outcome: 'ok', detail: null }],
  });
  const healthy = (await server.get('/readyz')).body as Health;
  await closeSource();
  const died = new Date();
  await eventually('the overview shows it', async () => (await lines()).some(({ kind }) => kind === 'sources.failing'));
  const [line] = await lines();
  expect(line).toMatchObject({
    kind: 'sources.failing',
    state: 'error',
    board: 'g',
    name: `127.0.0.1:${port}`,
    reason: 'connection_refused',
    href: '/admin/boards/g',
    text: `127.0.0.1:${port} fails, the source of /g/`,
  });
  const since = Date.parse(line?.since ?? '');
  // The request during which it died may have failed a moment earlier.
  expect(Math.abs(since - died.getTime())).toBeLessThan(60_000);
  // Readiness names it, without its address, and stays.
  const { body: health } = await server.get('/readyz');
  expect(health).toEqual({ ...healthy, failing_sources: [{ board: 'g', serves: 'lists', since: line?.since }] });
  expect(JSON.stringify(health)).not.toContain(String(port));

  await scraper.close();
  const stopped = Date.now();
  scraper = await scrape();
  await eventually('the restarted scraper tries again', async () => {
    const [last] = (await sourceOfBoard())?.answers ?? [];
    return Date.parse(last?.at ?? '') > stopped;
  });
  expect((await lines())[0]).toMatchObject({ kind: 'sources.failing', since: line?.since });
  source = await openSource();
  await eventually('it has recovered', async () => (await sourceOfBoard())?.failing_since === null);
  expect(await lines()).toMatchObject([{ kind: 'sources.answering', number: 1 }]);
});

async function reason(): Promise<string | null> {
  const found = await sourceOfBoard();
  return found?.failing_since == null ? null : `${found.answers[0]?.outcome} ${found.answers[0]?.detail}`;
}

test('answers that are no lists fail with their own reasons', async () => {
  const list = '/g/threads.json';
  upstream.instead.set(list, (_request, response) => void response.writeHead(200).end('<html>secret words'));
  await eventually('a page is not a list', async () => (await reason()) === 'unreadable null');
  upstream.instead.set(list, (_request, response) => void response.writeHead(404).end());
  await eventually('the board is gone', async () => (await reason()) === 'no_board null');
  upstream.instead.set(
    list,
    (_request, response) => void response.writeHead(302, { location: 'http://x.example/' }).end(),
  );
  await eventually('a redirect', async () => (await reason())?.startsWith('redirect ') === true);
  upstream.instead.clear();
  await eventually('it has recovered', async () => (await reason()) === null);
});

test('a board that no scraper polls is shown', async () => {
  await scraper.close();
  await world().pool.query(`update boards set created_at = now() - interval '1 hour'`);
  await world().pool.query(`update harvest_leases set lease_until = now() - interval '1 minute'`);
  expect((await lines())[0]).toMatchObject({ kind: 'sources.unpolled', board: 'g', text: 'No scraper polls /g/' });
  scraper = await scrape();
  await eventually('a scraper polls it', async () => (await lines()).every(({ kind }) => kind !== 'sources.unpolled'));
});

test('ten answers are kept, and one good one in a minute; the log has the first failure and the first answer after it', async () => {
  // Another address than that of the board, so that the scraper notes nothing.
  const added = await addBoard(world(), `http://127.0.0.1:${port}`, undefined, 'ten');
  const board = { ...added, url: 'http://elsewhere.example' };
  const logged: unknown[] = [];
  const add = (facts: unknown, message?: string) => void logged.push([facts, message]);
  const log = createAnswerLog(world().pool, { info: add, warn: add });
  const note = async (second: number, outcome: SourceAnswer['outcome']) =>
    log.note(board, { at: new Date(second * 1_000).toISOString(), outcome, detail: null });
  const times = async () => {
    const { rows } = await world().pool.query<{ answers: SourceAnswer[] }>(
      'select answers from source_answers where base_url = $1',
      [`${board.url}/ten`],
    );
    return rows[0]?.answers.map(({ at }) => Date.parse(at) / 1_000);
  };
  for (const second of [0, 1, 59, 60]) await note(second, 'ok');
  expect(await times()).toEqual([60, 0]);
  for (let second = 61; second <= 72; second++) await note(second, 'timed_out');
  expect(await times()).toEqual([72, 71, 70, 69, 68, 67, 66, 65, 64, 63]);
  await note(73, 'ok');
  const facts = { board: 'ten', url: `${board.url}/ten` };
  expect(logged).toEqual([
    [{ ...facts, outcome: 'timed_out', detail: null }, 'a source fails'],
    [facts, 'a source answers again'],
  ]);
});
