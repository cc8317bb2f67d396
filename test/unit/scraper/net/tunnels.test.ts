/** Hosts with TLS behind a proxy: all on loopback, with a certificate authority of the test's own. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createFetcher } from '../../../../scraper/net/fetch.ts';

const HOST = 'a.example.invalid';
const LIMITS = { headersMs: 60_000, idleMs: 60_000, totalMs: 60_000, bytes: 10_000 };
/** For proxies and hosts that never answer. Long enough for a tunnel and a TLS handshake. */
const IMPATIENT = { ...LIMITS, headersMs: 3_000, idleMs: 3_000 };
let folder: string;
let site: Server;
let proxy: Server;
let led: string[] = [];
/** The proxy's reaction to a request for a tunnel. */
let lead: (socket: Socket) => void;
const sockets = new Set<Socket>();
const trusted = getCACertificates();

/** Options of openssl for a new key. */
const key = (name: string) => [
  '-newkey',
  'ec',
  '-pkeyopt',
  'ec_paramgen_curve:P-256',
  '-nodes',
  '-keyout',
  `${name}.key`,
];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sagasu-authority-'));
  const openssl = (...options: readonly string[]) => execFileSync('openssl', options, { cwd: folder, stdio: 'pipe' });
  openssl('req', '-x509', ...key('ca'), '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Authority of a test');
  openssl('req', ...key('site'), '-out', 'site.csr', '-subj', `/CN=${HOST}`);
  writeFileSync(join(folder, 'names'), `subjectAltName=DNS:${HOST}\n`);
  openssl(
    'x509',
    '-req',
    '-in',
    'site.csr',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    'names',
    '-out',
    'site.pem',
  );
  const [authority, secret, certificate] = ['ca.pem', 'site.key', 'site.pem'].map((name) =>
    readFileSync(join(folder, name)),
  );
  setDefaultCACertificates([...trusted, String(authority)]);
  site = createTlsServer({ key: secret, cert: certificate }, (asked, response) => {
    if (asked.url === '/silent') return;
    response.end(JSON.stringify(asked.headers.host));
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  setDefaultCACertificates(trusted);
  site.closeAllConnections();
  site.close();
  rmSync(folder, { recursive: true });
});

beforeEach(async () => {
  led = [];
  proxy = createServer((_asked, response) => response.writeHead(407).end());
  proxy.on('connect', (asked, socket: Socket) => {
    led.push(asked.url ?? '');
    sockets.add(socket.on('error', () => undefined));
    lead(socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  proxy.closeAllConnections();
  proxy.close();
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;

function toSite(socket: Socket): void {
  const there = connect(portOf(site), '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    there.pipe(socket).pipe(there);
  });
  sockets.add(there.on('error', () => undefined));
}

async function ask(url = `https://${HOST}/g/threads.json`, proxyPort = portOf(proxy), limits = LIMITS) {
  const proxies = new Map([[HOST, `http://127.0.0.1:${proxyPort}`]]);
  const fetcher = createFetcher('Test/1', () => new Date(0), limits, { proxies });
  try {
    const { signal } = new AbortController();
    const allowedOrigins = new Set([new URL(url).origin]);
    return await fetcher.get({ url, validator: null, allowedOrigins, signal });
  } finally {
    await fetcher.close();
  }
}

test('a host with TLS is requested through a tunnel, and its certificate is checked at the end of the tunnel', async () => {
  lead = toSite;
  expect(await ask()).toMatchObject({ kind: 'fetched', body: `"${HOST}"` });
  expect(led).toEqual([`${HOST}:443`]);
  setDefaultCACertificates(trusted);
  try {
    const answer = await ask();
    expect(answer.kind).toBe('failed');
    // The tunnel worked; the host's certificate is the one that is not trusted.
    expect(answer).not.toHaveProperty('byProxy');
  } finally {
    setDefaultCACertificates([...trusted, readFileSync(join(folder, 'ca.pem'), 'utf8')]);
  }
});

test.each([
  ['refuses', (socket: Socket) => socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n')],
  ['wants a password', (socket: Socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')],
  ['hangs up', (socket: Socket) => socket.destroy()],
  ['says nothing', () => undefined],
])('a proxy that %s counts as failed, and its host does not', async (_what, does) => {
  lead = does;
  expect(await ask(undefined, undefined, IMPATIENT)).toMatchObject({ kind: 'failed', byProxy: true });
});

test('a missing proxy and one that requires a password without a tunnel count as failed too', async () => {
  const nobody = portOf(proxy);
  expect(await ask(`http://${HOST}/g/threads.json`)).toMatchObject({ kind: 'failed', byProxy: true });
  proxy.closeAllConnections();
  await new Promise<void>((resolve) => proxy.close(() => resolve()));
  expect(await ask(`https://${HOST}/`, nobody)).toMatchObject({ kind: 'failed', byProxy: true });
  expect(await ask(`http://${HOST}/`, nobody)).toMatchObject({ kind: 'failed', byProxy: true });
});

test('a silent host at the end of a tunnel counts as failed, and its proxy does not', async () => {
  lead = toSite;
  const answer = await ask(`https://${HOST}/silent`, undefined, IMPATIENT);
  expect(answer.kind).toBe('failed');
  expect(answer).not.toHaveProperty('byProxy');
});

test('a proxy does not bypass the address check for hosts without a proxy', async () => {
  lead = toSite;
  // A name that resolves to this machine, and is not configured as private.
  expect((await ask(`https://127.0.0.1.example.invalid:${portOf(site)}/`)).kind).toBe('failed');
  expect(await ask('https://10.0.0.1/')).toMatchObject({ kind: 'refused', refusal: { reason: 'address' } });
  expect(led).toEqual([]);
});
