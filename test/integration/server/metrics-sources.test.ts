import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WatchedProcess } from '../../faults/watched-process.ts';
import { eventually } from '../../support/archive.ts';
import { insertBoard } from '../../support/builders.ts';
import { lastingPort } from '../../support/ports.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();
let port: number;
let indexer: WatchedProcess;
let server: WatchedProcess;
let strange: Server;
let mute: Server;

/** A source that answers with more than any process does, or never. */
async function listening(answer: Parameters<typeof createServer>[1]): Promise<Server> {
  const source = createServer(answer).listen(0, '127.0.0.1');
  await once(source, 'listening');
  return source;
}
const addressOf = (source: Server) => `127.0.0.1:${(source.address() as AddressInfo).port}`;

beforeAll(async () => {
  await insertBoard(world().pool, 'g');
  port = await lastingPort([1]);
  strange = await listening((_request, response) => {
    response.on('error', () => {});
    response.end('# HELP flood x\n'.concat('flood 1\n'.repeat(1_000_000)));
  });
  mute = await listening(() => {});
  const sources = [`127.0.0.1:${port + 1}`, addressOf(strange), addressOf(mute)].map(
    (host) => `http://${host}/metrics`,
  );
  indexer = new WatchedProcess('indexer/main.ts', world(), { SAGASU_METRICS_PORT: String(port + 1) });
  server = new WatchedProcess('server/main.ts', world(), {
    SAGASU_PORT: String(port),
    SAGASU_METRICS_SOURCES: sources.join(),
  });
  await indexer.logged('"indexing"');
  await eventually('the server is ready', async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok);
});
afterAll(async () => {
  await Promise.all([indexer.kill(), server.kill()]);
  for (const source of [strange, mute]) {
    source.closeAllConnections();
    source.close();
  }
});

async function metrics(): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(answer.status).toBe(200);
  return answer.text();
}

const up = (text: string, host: string) =>
  new RegExp(`^sagasu_metrics_source_up\\{source="${host}",process="server"\\} (\\d)$`, 'm').exec(text)?.[1];

test("the server's metrics include the indexer's, each with one head", async () => {
  const text = await metrics();
  expect(text).toMatch(/^sagasu_dirty_threads\{board="g",process="indexer"\} 0$/m);
  expect(text).toMatch(/^sagasu_dirty_oldest_seconds\{process="indexer"\} 0$/m);
  expect(text).toMatch(/^nodejs_version_info\{.*process="server".*\} 1$/m);
  expect(text).toMatch(/^nodejs_version_info\{.*process="indexer".*\} 1$/m);
  const heads = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  expect(heads.length).toBeGreaterThan(20);
  expect(new Set(heads).size).toBe(heads.length);
  expect(up(text, `127.0.0.1:${port + 1}`)).toBe('1');
});

test('a source that sends too much, or nothing, is reported as down and does not block the others', async () => {
  // `mute` never answers: the test gets a text at all because the server does not wait for it.
  const text = await metrics();
  expect(up(text, addressOf(strange))).toBe('0');
  expect(up(text, addressOf(mute))).toBe('0');
  expect(text).not.toContain('flood');
});

test('an indexer that ends is reported as down', async () => {
  await indexer.stop();
  const text = await metrics();
  expect(up(text, `127.0.0.1:${port + 1}`)).toBe('0');
  expect(text).not.toContain('process="indexer"');
  expect(text).toContain('process="server"');
});
