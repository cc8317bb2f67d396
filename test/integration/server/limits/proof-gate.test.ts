/** While the server is busy, pages that search ask unknown browsers for a proof of work, if the operator wants that. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createProofs } from '../../../../server/limits/proofs-of-work.ts';
import { type HttpProxy, startHttpProxy, type Treatment } from '../../../support/http-proxy.ts';
import { useWorld } from '../../../support/world.ts';
import { givenArchive, givenConfig, givenServer, SERVER_SECRET, type GivenServer } from '../given-archive.ts';
import { givenPages, type GivenPages } from '../given-pages.ts';

const MODULE = `
export async function renderPage({ address }) {
  const preview = { type: 'website', path: address, description: null, image: null, threads: [] };
  return { kind: 'page', status: 200, title: 'Rendered', language: 'en', preview, head: '', script: null, html: '<h1>Rendered</h1>', data: '{}' };
}`;
const EMPTY = '<!doctype html><title>Empty</title><div id="root"></div></body>';
const SCRIPT = { 'src/busy-page/script.ts': { file: 'assets/busy.js', imports: ['_solver.js'] } };
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const READER = '203.0.113.1';

const world = useWorld();
const registry = new Registry();
/** Proofs are verified by the clock of the machine. */
const time = { now: Date.now() };
let gate = Promise.withResolvers<void>();
let pages: GivenPages;
let proxy: HttpProxy;
let server: GivenServer;
let searches: Promise<unknown>[] = [];

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [{ num: 1, opener: true, comment: 'word' }]);
  pages = await givenPages(EMPTY);
  for (const folder of ['server', '.vite']) await mkdir(join(pages.root, folder));
  await writeFile(join(pages.root, 'server/package.json'), '{"type":"module"}');
  await writeFile(join(pages.root, 'server/server.js'), MODULE);
  await writeFile(
    join(pages.root, '.vite/manifest.json'),
    JSON.stringify({ ...SCRIPT, '_solver.js': { file: 'assets/solver.js' } }),
  );
  proxy = await startHttpProxy(world().elasticsearchUrls[0] ?? '');
  gate.resolve();
  proxy.treat = async (_, path): Promise<Treatment> => {
    if (path.includes('_search')) await gate.promise;
    return 'pass';
  };
  server = await serverWith(true, registry);
});
afterAll(async () => {
  gate.resolve();
  await Promise.all(searches);
  await server?.close();
  await proxy?.close();
  await pages?.remove();
});

async function serverWith(proofWhileBusy: boolean, metrics: Registry): Promise<GivenServer> {
  return givenServer(world(), {
    elasticsearchUrls: [proxy.url],
    webRoot: pages.root,
    metrics,
    clock: () => new Date(time.now),
    config: { ...givenConfig(world()), proofWhileBusy, searchTimeoutMs: 60_000 },
  });
}

/** More searches than there are slots, until the server notices. */
async function makeBusy(of: GivenServer, metrics: Registry): Promise<void> {
  gate.resolve();
  gate = Promise.withResolvers();
  searches = Array.from({ length: 6 }, async (_, number) =>
    of.app.inject({ url: '/api/v1/search?q=word', remoteAddress: `192.0.2.${number}` }),
  );
  const isBusy = async () => /^sagasu_queue_busy\{queue="search"\} 1$/m.test(await metrics.metrics());
  await expect.poll(isBusy).toBe(true);
}

const open = async (url: string, headers: Record<string, string> = {}, remoteAddress = READER, of = server) =>
  of.app.inject({ url, remoteAddress, headers: { 'user-agent': BROWSER, accept: 'text/html', ...headers } });

function challengeIn(page: string): Challenge {
  const json = /<script type="application\/json" id="challenge">(.*?)<\/script>/s.exec(page)?.[1] ?? 'null';
  return JSON.parse(json) as Challenge;
}

async function solved(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error('not solved in time');
  return btoa(JSON.stringify({ challenge, solution }));
}

const send = async (proof: string, remoteAddress = READER) =>
  server.app.inject({ method: 'POST', url: '/api/v1/reader-pass', remoteAddress, payload: { proof } });

const counted = async (outcome: string) =>
  Number(
    new RegExp(`^sagasu_proofs_asked_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(await registry.metrics())?.[1],
  );

test('while the server has time nobody is asked', async () => {
  for (const url of ['/search?q=word', '/statistics', '/g/statistics'])
    expect((await open(url)).body).toContain('<h1>Rendered');
});

describe('while the server is busy', () => {
  // A request ends after 20 seconds.
  beforeEach(async () => makeBusy(server, registry));

  test.each(['/search?q=word', '/statistics', '/g/statistics'])(
    '%s asks for a proof, in the reader’s language',
    async (url) => {
      const answer = await open(url, { 'accept-language': 'de' }, '203.0.113.40');
      expect(answer.statusCode).toBe(429);
      expect(answer.headers).toMatchObject({ 'retry-after': '20', refresh: '20', 'cache-control': 'no-store' });
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
      expect(answer.body).toContain('<html lang="de">');
      expect(answer.body).toContain('<script type="module" src="/assets/busy.js">');
      expect(answer.body).toContain('in 20 Sekunden von selbst');
      expect(challengeIn(answer.body)).toMatchObject({ parameters: { data: { network: '203.0.113.40' } } });
    },
  );

  test('its proof earns a pass for its network, and no other', async () => {
    // A challenge as the server makes it, with less work.
    const proofs = createProofs({ secret: SERVER_SECRET, use: 'reader pass', clock: () => new Date(), most: 40 });
    const proof = await solved(await proofs.challenge({ network: READER }));
    expect((await send(proof, '203.0.113.2')).json()).toMatchObject({ status: 400, code: 'proof_invalid' });
    expect((await send(btoa('{}'))).json()).toMatchObject({ status: 400, code: 'proof_invalid' });
    const given = await send(proof);
    expect(given.statusCode).toBe(204);
    const [cookie = ''] = String(given.headers['set-cookie']).split(';');
    expect((await open('/search?q=word', { cookie })).body).toContain('<h1>Rendered');
    expect((await open('/search?q=word', { cookie }, '203.0.113.2')).statusCode).toBe(429);
    expect(await counted('solved')).toBe(1);
    expect(await counted('wrong')).toBe(2);
  });

  test('a crawler is refused on pages that search, and gets nothing to compute', async () => {
    const answer = await open('/search?q=word', { 'user-agent': CRAWLER });
    expect(answer.statusCode).toBe(429);
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(answer.body).not.toContain('challenge');
    expect((await open('/g/thread/1', { 'user-agent': CRAWLER })).body).toContain('<h1>Rendered');
  });

  test('a reader without scripts gets the page after the time that the answer states, and for ten minutes', async () => {
    const from = '203.0.113.60';
    expect((await open('/search?q=word', {}, from)).headers['retry-after']).toBe('20');
    time.now += 15_000;
    expect((await open('/search?q=word', {}, from)).headers).toMatchObject({ 'retry-after': '5', refresh: '5' });
    time.now += 5_000;
    expect((await open('/search?q=word', {}, from)).body).toContain('<h1>Rendered');
    time.now += 599_000;
    expect((await open('/statistics', {}, from)).body).toContain('<h1>Rendered');
    time.now += 2_000;
    expect((await open('/search?q=word', {}, from)).headers['retry-after']).toBe('20');
    expect(await counted('waited')).toBe(2);
  });

  test('threads, lists, feeds and the API are not asked', async () => {
    for (const url of ['/g/thread/1', '/g/', '/', '/help']) expect((await open(url)).body).toContain('<h1>Rendered');
    expect((await open('/api/v1/boards/g/threads/1')).statusCode).toBe(200);
    gate.resolve();
    await Promise.all(searches);
    for (const url of ['/api/v1/search?q=word', '/api/v1/search/feed.atom?q=word'])
      expect((await open(url)).statusCode).toBe(200);
    // The server counts as busy for half a minute more.
    expect((await open('/search?q=word', {}, '203.0.113.70')).statusCode).toBe(429);
  });
});

test('without the setting a busy server asks nobody', async () => {
  const metrics = new Registry();
  const other = await serverWith(false, metrics);
  try {
    await makeBusy(other, metrics);
    expect((await open('/search?q=word', {}, READER, other)).body).toContain('<h1>Rendered');
    gate.resolve();
    await Promise.all(searches);
  } finally {
    await other.close();
  }
});
