/** Tests of a source from the form of a new board, over a real scraper. */
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SourceTest } from '../../../../mappings/contract/source-test.ts';
import { readConfig } from '../../../../platform/config.ts';
import type { Service } from '../../../../platform/lifecycle.ts';
import { createRedis } from '../../../../platform/redis.ts';
import { startScraper } from '../../../../scraper/scraper.ts';
import { eventually } from '../../../support/archive.ts';
import { loginUrl } from '../../../support/logins.ts';
import { freePort } from '../../../support/ports.ts';
import { useWorld } from '../../../support/world.ts';
import { silent } from '../../scraper/harness.ts';
import { Upstream } from '../../scraper/upstream.ts';
import { givenServer, type GivenServer } from '../given-archive.ts';
import { givenAdmin, type Admin } from './given-admin.ts';

const world = useWorld();
const upstream = new Upstream();
let server: GivenServer;
let admin: Admin;
let scraper: Service | null = null;

const ask = async (changes: object = {}) =>
  admin.send('POST', '/boards/test', { name: 'g', title: 'g', source: '4chan', url: upstream.url, ...changes });

const outcome = async (url: string) => ((await ask({ url })).body as SourceTest).outcome;

beforeAll(async () => {
  await upstream.open();
  upstream.start(100, 2, { sub: 'Herons', com: 'of the <b>river</b>' });
  upstream.start(200, 4, { com: 'The newest thread<br>has no subject' });
  upstream.instead.set('/boards.json', (_request, response) => {
    const boards = [
      { board: 'g', title: 'Gardens', ws_board: 1 },
      { board: 'tea', title: 'Tea', ws_board: 1 },
    ];
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ boards }));
  });
  const redis = createRedis(world().redisUrl);
  server = await givenServer(world(), { redis });
  admin = await givenAdmin(world(), server);
});

afterAll(async () => {
  await scraper?.close();
  await server.close();
  await upstream.close();
});

test('without a scraper the address cannot be tested', async () => {
  expect(await ask()).toMatchObject({ status: 503, body: { code: 'scraper_away' } });
  scraper = await startScraper({
    config: readConfig({
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
  await eventually('the scraper answers', async () => (await ask()).status === 200);
});

test('a board of the source is shown with its title, its size and its newest thread, and is not added', async () => {
  const { status, body } = await ask();
  expect([status, body]).toMatchObject([
    200,
    {
      outcome: 'ok',
      title: 'Gardens',
      worksafe: true,
      threads: 2,
      posts: 8,
      months: null,
      sample: { num: 200, title: 'The newest thread', text: 'The newest thread\nhas no subject', posts: 5 },
    },
  ]);
  expect((await world().pool.query('select from boards')).rowCount).toBe(0);
});

test('a board that the source does not have is answered with those that it has', async () => {
  upstream.instead.set('/te/threads.json', (_request, response) => void response.writeHead(404).end());
  const { body } = await ask({ name: 'te' });
  expect(body).toMatchObject({ outcome: 'no_board', boards: ['g', 'tea'], sample: null });
});

test('an address that does not answer, or has another site, is answered with the reason', async () => {
  expect(await outcome(`http://127.0.0.1:${await freePort()}`)).toBe('connection_refused');
  upstream.instead.set('/page/g/threads.json', (_request, response) => void response.writeHead(200).end('<html>'));
  expect(await outcome(`${upstream.url}/page`)).toBe('unreadable');
  upstream.instead.set('/moved/g/threads.json', (_request, response) => {
    response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
  });
  expect(await outcome(`${upstream.url}/moved`)).toBe('redirect');
  // Private networks are refused before anything is sent.
  expect(await outcome('http://10.0.0.1')).toBe('address');
  expect(await outcome('http://169.254.169.254')).toBe('address');
});

test('invalid values are named by the fields of the form, and only those that were typed', async () => {
  const { status, body } = await ask({ name: 'G!', url: 'htp:/nonsense' });
  expect([status, body]).toMatchObject([
    400,
    {
      code: 'board_invalid',
      fields: [
        { field: 'name', detail: expect.stringContaining('lower case letters') },
        { field: 'url', detail: '"htp:/nonsense" must begin with http:// or https://' },
      ],
    },
  ]);
  expect(JSON.stringify(body)).not.toContain('media_url');
  const added = await admin.send('POST', '/boards', {
    name: 'g',
    title: 'g',
    source: '4chan',
    url: upstream.url,
    media_url: 'x',
  });
  expect(added.body).toMatchObject({ fields: [{ field: 'media_url', detail: '"x" is not a URL' }] });
});
