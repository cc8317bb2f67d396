/** Elasticsearch behind TLS with a certificate of a private authority, and the parameters of its address. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createElasticsearch } from '../../platform/elasticsearch.ts';
import { eventually } from '../support/archive.ts';
import { aPost, insertBoard, writePosts } from '../support/builders.ts';
import { startProcess, stopProcess } from '../support/processes.ts';
import { useWorld } from '../support/world.ts';
import { givenServer } from './server/given-archive.ts';

const world = useWorld();
const folder = mkdtempSync(join(tmpdir(), 'sagasu-es-'));
const authority = join(folder, 'cert.pem');
const authorizations: (string | undefined)[] = [];
let proxy: Server;
/** With the login of the store. */
let address: URL;

beforeAll(async () => {
  const keyFile = join(folder, 'key.pem');
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '3'];
  const names = ['-subj', '/CN=search', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', [...args, ...names, '-keyout', keyFile, '-out', authority], { stdio: 'pipe' });
  address = new URL(world().elasticsearchUrls[0] ?? '');
  const { hostname, port } = address;
  proxy = createServer({ key: readFileSync(keyFile), cert: readFileSync(authority) }, (asked, answer) => {
    const { method, url: path, headers } = asked;
    authorizations.push(headers.authorization);
    const passed = request({ hostname, port, method, path, headers }, (found) => {
      answer.writeHead(found.statusCode ?? 502, found.headers);
      found.pipe(answer);
    });
    asked.pipe(passed);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  address = new URL(address.href.replace('http:', 'https:'));
  address.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(() => {
  proxy.closeAllConnections();
  proxy.close();
  rmSync(folder, { recursive: true, force: true });
});

async function failureOf(url: string): Promise<unknown> {
  const client = createElasticsearch([url]);
  const error = await client.indices.exists({ index: world().indexPrefix }, { maxRetries: 0 }).then(
    () => null,
    (thrown: unknown) => thrown as Error & { statusCode?: number },
  );
  await client.close();
  return error?.statusCode ?? error?.message;
}

test('an indexer and a server trust the authority that the address names', async () => {
  const trusting = `${address.href}?ca=${authority}`;
  const board = await insertBoard(world().pool, 'tea');
  await writePosts(world().pool, board, [aPost({ num: 1, comment: 'a kettle' })]);
  const indexer = startProcess('indexer/main.ts', world(), { ELASTICSEARCH_URL: trusting });
  const server = await givenServer(world(), { elasticsearchUrls: [trusting] });
  try {
    await eventually('the post is found', async () => {
      const { total } = (await server.search({ q: 'kettle' })).body as { total?: { value: number } };
      return total?.value === 1;
    });
  } finally {
    await stopProcess(indexer);
    await server.close();
  }
  expect(await failureOf(address.href)).toMatch(/self.signed/);
  expect(() => createElasticsearch([`${address.href}?ca=/nowhere.pem`])).toThrow(
    '/nowhere.pem, which cannot be read (ENOENT)',
  );
});

test('an API key is sent as it is written, and Elasticsearch refuses an unknown one', async () => {
  authorizations.length = 0;
  expect(await failureOf(`${address.origin}?ca=${authority}&api_key=aWQ+a2V5/Q==`)).toBe(401);
  expect(authorizations).toEqual(['ApiKey aWQ+a2V5/Q==']);
});
