/** Uses servers of the test's own, on loopback. */
import { createServer, request, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../../../platform/config.ts';
import { createFetcher } from '../../../../scraper/net/fetch.ts';

const opened: Server[] = [];
let viaProxy: string[] = [];
let site: string;
let proxy: string;

async function open(server: Server): Promise<string> {
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeEach(async () => {
  viaProxy = [];
  site = await open(createServer((asked, response) => response.end(JSON.stringify(asked.headers['host']))));
  // A proxy that forwards everything to the site, as if the name resolved to it.
  const server = createServer((asked, response) => {
    viaProxy.push(asked.url ?? '');
    const { pathname: path } = new URL(asked.url ?? '');
    const { hostname, port } = siteAt();
    request({ hostname, port, path, headers: asked.headers }, (answer) => answer.pipe(response)).end();
  });
  server.on('connect', (asked, socket) => {
    viaProxy.push(asked.url ?? '');
    const { hostname, port } = siteAt();
    const there = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      there.pipe(socket);
      socket.pipe(there);
    });
    there.on('error', () => socket.destroy());
    socket.on('error', () => there.destroy());
  });
  proxy = await open(server);
});
afterEach(async () => {
  for (const server of opened.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const siteAt = () => new URL(site);

async function ask(url: string) {
  const { scraperProxies: proxies } = readConfig({ SAGASU_SCRAPER_PROXIES: ` A.example.invalid=${proxy}/ ,` });
  const fetcher = createFetcher('Test/1', () => new Date(0), undefined, { proxies });
  try {
    const { origin } = new URL(url);
    const { signal } = new AbortController();
    return await fetcher.get({ url, validator: null, allowedOrigins: new Set([origin]), signal });
  } finally {
    await fetcher.close();
  }
}

test('a host with a proxy is requested through it, under its own name', async () => {
  expect(await ask('http://a.example.invalid/g/threads.json')).toMatchObject({
    kind: 'fetched',
    body: '"a.example.invalid"',
  });
  expect(viaProxy).toHaveLength(1);
  expect(viaProxy[0]).toContain('a.example.invalid');
});

test('other hosts are requested directly', async () => {
  expect(await ask(`${site}/g/threads.json`)).toMatchObject({ kind: 'fetched' });
  expect((await ask('http://b.example.invalid/g/threads.json')).kind).toBe('failed');
  expect(viaProxy).toEqual([]);
});

test('an invalid proxy is refused by name', () => {
  for (const text of ['a.example.org', 'a.example.org=proxy:3128', '=http://proxy:3128']) {
    expect(() => readConfig({ SAGASU_SCRAPER_PROXIES: text })).toThrow('SAGASU_SCRAPER_PROXIES');
  }
});
