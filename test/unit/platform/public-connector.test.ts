/** Uses a server of the test's own, on loopback; the test resolves names. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isPublicAddress, type Network } from '../../../platform/public-connector.ts';
import { createFetcher } from '../../../scraper/net/fetch.ts';
import { createDownloader } from '../../../scraper/media/download.ts';

let server: Server;
let port = 0;
let connections = 0;
let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sagasu-connect-'));
  server = createServer((_request, response) => response.writeHead(200).end('[]'));
  server.on('connection', () => connections++);
  // Every address of this machine.
  await new Promise<void>((resolve) => server.listen(0, '::', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  rmSync(folder, { recursive: true });
});

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** First, some inner, and last address of each range that no public host may have. */
const IPV4 = words(`
  0.0.0.0 0.0.0.1 0.255.255.255 10.0.0.0 10.0.0.1 10.1.2.3 10.255.255.255 100.64.0.0 100.100.100.200
  100.127.255.255 127.0.0.0 127.0.0.1 127.1.1.1 127.255.255.255 169.254.0.0 169.254.169.254 169.254.170.2
  169.254.255.255 172.16.0.0 172.17.0.1 172.31.255.255 192.0.0.0 192.0.0.192 192.0.0.255 192.0.2.1 192.88.99.1
  192.168.0.0 192.168.1.1 192.168.255.255 198.18.0.0 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1
  239.255.255.255 240.0.0.1 255.255.255.254 255.255.255.255
`);
const hex = (address: string): string => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
};
const IPV6 = [
  ...words(`
  :: ::1 ::2 64:ff9b:1::1 64:ff9b:1:ffff::7f00:1 100::1 2001::1 2001:0:7f00:1:: 2001:10::1 2001:20::1
  2001:db8::1 2001:db8:ffff::1 2002:7f00:1:: 2002:a00:1::1 3fff::1 5f00::1 fc00::1 fd00:ec2::254 fdff:ffff::1
  fe80::1 febf::1 fec0::1 ff02::1 ff0e::1 4000::1 ::ffff:0:7f00:1
`),
  ...IPV4.flatMap((address) => [
    `::ffff:${address}`,
    `::ffff:${hex(address)}`,
    `64:ff9b::${hex(address)}`,
    `::${hex(address)}`,
    `2002:${hex(address)}::1`,
  ]),
];
const VECTORS = [...IPV4, ...IPV6];

test(`${VECTORS.length} addresses are classified as public or not`, () => {
  expect(VECTORS.length).toBeGreaterThanOrEqual(200);
  expect(VECTORS.filter(isPublicAddress)).toEqual([]);
  const open = ['1.1.1.1', '8.8.8.8', '100.63.255.255', '172.32.0.1', '192.167.1.1', '223.255.255.255'];
  const openIpv6 = ['2606:4700::1111', '2a00:1450::1', '::ffff:8.8.8.8', '64:ff9b::808:808'];
  expect([...open, ...openIpv6].filter((address) => !isPublicAddress(address))).toEqual([]);
  expect(['', 'localhost', '127.1', '1.1.1', 'fe80::1%eth0', '2606:4700::1111%1'].filter(isPublicAddress)).toEqual([]);
});

async function said(asking: Promise<{ readonly kind: string }>): Promise<string> {
  return asking.then(
    (answer) => ('refusal' in answer ? (answer.refusal as { reason: string }).reason : answer.kind),
    (error: { readonly code?: string }) => error.code ?? 'error',
  );
}

/** Both connectors: for documents and for files. */
async function ask(url: string, network: Network, allowed = new URL(url).origin): Promise<readonly string[]> {
  const { signal } = new AbortController();
  const order = { url, validator: null, allowedOrigins: new Set([allowed]), signal };
  const fetcher = createFetcher('Test/1', () => new Date(0), undefined, network);
  const downloader = createDownloader('Test/1', () => new Date(0), undefined, network);
  try {
    const path = join(folder, 'file');
    return [await said(fetcher.get(order)), await said(downloader.download({ ...order, path, maxBytes: 1_000 }))];
  } finally {
    rmSync(join(folder, 'file'), { force: true });
    await Promise.all([fetcher.close(), downloader.close()]);
  }
}

const family = (address: string) => (address.includes(':') ? 6 : 4);
/** Answers each lookup with the next list of addresses. */
function resolver(...answers: readonly (readonly string[])[]): LookupFunction & { asked: number } {
  const lookup = (_host: string, _options: unknown, callback: (error: null, found: unknown) => void) => {
    const found = answers[lookup.asked++ % answers.length] ?? [];
    callback(
      null,
      found.map((address) => ({ address, family: family(address) })),
    );
  };
  lookup.asked = 0;
  return lookup as unknown as LookupFunction & { asked: number };
}

describe('connections are refused', () => {
  test('to a name that resolves to any of these addresses', async () => {
    connections = 0;
    for (const address of VECTORS) {
      const answers = await ask(`http://boards.test:${port}/g/threads.json`, { lookup: resolver([address]) });
      expect(answers, address).toEqual(['address', 'address']);
    }
    expect(connections).toBe(0);
  });

  test('to such an address itself, except the loopback address that an operator configured', async () => {
    connections = 0;
    for (const address of VECTORS) {
      const host = address.includes(':') ? `[${address}]` : address;
      if (address.startsWith('127.') || new URL(`http://${host}`).hostname === '[::1]') continue;
      expect(await ask(`http://${host}:${port}/g/threads.json`, {}), address).toEqual(['address', 'address']);
    }
    expect(connections).toBe(0);
  });

  test('with a resolver that returns another address each time', async () => {
    connections = 0;
    for (const answers of [
      [['8.8.8.8', '127.0.0.1']],
      [['127.0.0.1', '8.8.8.8']],
      [['2606:4700::1111', '::1']],
      [['::ffff:127.0.0.1'], ['127.0.0.1', '1.1.1.1'], ['::1']],
    ]) {
      const lookup = resolver(...answers);
      for (let time = 0; time < 6; time++) {
        expect(await ask(`http://boards.test:${port}/`, { lookup })).toEqual(['address', 'address']);
      }
      // The checked address is the connected one: there is no second lookup.
      expect(lookup.asked).toBe(12);
    }
    expect(connections).toBe(0);
  });

  test.each([
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '017700000001',
    '127.0.0.1.',
    '①②⑦.0.0.1',
    '[::1]',
    '[::ffff:7f00:1]',
    'localhost',
    'user@127.0.0.1',
    'boards.test@127.0.0.1',
  ])('to %s, if the board is on another host', async (host) => {
    connections = 0;
    const answers = await ask(`http://${host}:${port}/`, {}, `http://boards.test:${port}`);
    expect(answers).toEqual(['origin_forbidden', 'origin_forbidden']);
    expect(connections).toBe(0);
  });
});

test('a local address is connected to if it was configured, and so is a named private host', async () => {
  expect(await ask(`http://127.0.0.1:${port}/`, {})).toEqual(['fetched', 'downloaded']);
  expect(await ask(`http://2130706433:${port}/`, {})).toEqual(['fetched', 'downloaded']);
  const lookup = resolver(['127.0.0.1']);
  const privateHosts = new Set(['demo']);
  expect(await ask(`http://demo:${port}/`, { lookup, privateHosts })).toEqual(['fetched', 'downloaded']);
  expect(await ask(`http://other:${port}/`, { lookup, privateHosts })).toEqual(['address', 'address']);
  expect(readdirSync(folder)).toEqual([]);
});
