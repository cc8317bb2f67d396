import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let dataDir = '';
let child: ChildProcess | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sagasu-demo-main-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(dataDir, { recursive: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function start(env: Record<string, string>): Promise<{ url: string; process: ChildProcess; log: () => string }> {
  const port = await freePort();
  const { PATH = '', HOME = '' } = process.env;
  let log = '';
  const demo = spawn(process.execPath, ['demo/main.ts'], {
    env: { PATH, HOME, SAGASU_DATA: dataDir, SAGASU_DEMO_PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child = demo;
  demo.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  while (!log.includes('demo source is ready') && demo.exitCode === null) await new Promise((go) => setTimeout(go, 25));
  return { url: `http://127.0.0.1:${port}`, process: demo, log: () => log };
}

async function stop(demo: ChildProcess): Promise<number | null> {
  if (demo.exitCode !== null) return demo.exitCode;
  demo.kill('SIGTERM');
  await once(demo, 'exit');
  return demo.exitCode;
}

interface Listed {
  readonly replies: number;
  /** Seconds. */
  readonly last_modified: number;
}

/** By thread. */
async function listed(url: string): Promise<ReadonlyMap<string, Listed>> {
  const all = new Map<string, Listed>();
  for (const board of ['tech', 'bunka', 'cook', 'travel', 'draw']) {
    const pages = (await (await fetch(`${url}/${board}/threads.json`)).json()) as {
      threads: (Listed & { no: number })[];
    }[];
    for (const { threads } of pages) for (const thread of threads) all.set(`${board}/${thread.no}`, thread);
  }
  return all;
}

function sum(all: ReadonlyMap<string, Listed>): number {
  return [...all.values()].reduce((total, { replies }) => total + replies, 0);
}

test(
  'the process adds posts by itself, closes on request, and continues with the same posts',
  { timeout: 120_000 },
  async () => {
    const first = await start({ SAGASU_DEMO_PACE: '10' });
    const before = sum(await listed(first.url));
    let grown = await listed(first.url);
    while (sum(grown) < before + 20) {
      await new Promise((go) => setTimeout(go, 25));
      grown = await listed(first.url);
    }
    expect(await stop(first.process)).toBe(0);

    const second = await start({ SAGASU_DEMO_PACE: '0' });
    expect(second.log()).toMatch(/"lost":0/);
    const after = await listed(second.url);
    // The site ran until it was stopped: a thread may have fallen off its board, or lost a reply.
    const kept = [...grown].filter(([thread]) => after.has(thread));
    expect(kept.length).toBeGreaterThan(grown.size / 2);
    expect(kept.filter(([thread, was]) => (after.get(thread)?.last_modified ?? 0) < was.last_modified)).toEqual([]);
    expect(await listed(second.url)).toEqual(after);
    expect(await stop(second.process)).toBe(0);
  },
);

test('unreadable captures end the process with an error message', { timeout: 60_000 }, async () => {
  const demo = await start({ SAGASU_CAPTURES: join(dataDir, 'nowhere') });
  expect(await stop(demo.process)).toBe(1);
  expect(demo.log()).toContain('SAGASU_CAPTURES: cannot read');
});

test('the process listens on the address that SAGASU_DEMO_HOST names', { timeout: 60_000 }, async () => {
  const demo = await start({ SAGASU_DEMO_HOST: '0.0.0.0', SAGASU_DEMO_PACE: '0' });
  expect(demo.log()).toContain('"url":"http://0.0.0.0:');
  expect((await fetch(`${demo.url}/boards.json`)).ok).toBe(true);
  expect(await stop(demo.process)).toBe(0);
});
