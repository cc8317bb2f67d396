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
  while (!log.includes('demo source is up') && demo.exitCode === null) await new Promise((go) => setTimeout(go, 25));
  return { url: `http://127.0.0.1:${port}`, process: demo, log: () => log };
}

async function stop(demo: ChildProcess): Promise<number | null> {
  if (demo.exitCode !== null) return demo.exitCode;
  demo.kill('SIGTERM');
  await once(demo, 'exit');
  return demo.exitCode;
}

/** By thread. */
async function replies(url: string): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const board of ['tech', 'bunka', 'cook', 'travel', 'draw']) {
    const pages = (await (await fetch(`${url}/${board}/threads.json`)).json()) as {
      threads: { no: number; replies: number }[];
    }[];
    for (const { threads } of pages) for (const thread of threads) counts.set(`${board}/${thread.no}`, thread.replies);
  }
  return counts;
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}

test(
  'the process grows by itself, closes when told to, and goes on with the same posts',
  { timeout: 120_000 },
  async () => {
    const first = await start({ SAGASU_DEMO_PACE: '10' });
    const before = sum(await replies(first.url));
    let grown = await replies(first.url);
    while (sum(grown) < before + 20) {
      await new Promise((go) => setTimeout(go, 25));
      grown = await replies(first.url);
    }
    expect(await stop(first.process)).toBe(0);

    const second = await start({ SAGASU_DEMO_PACE: '0' });
    expect(second.log()).toMatch(/"lost":0/);
    const after = await replies(second.url);
    // It went on growing until it was stopped, and a thread may have fallen off the end of its board.
    const kept = [...grown].filter(([thread]) => after.has(thread));
    expect(kept.length).toBeGreaterThan(grown.size / 2);
    expect(kept.filter(([thread, count]) => (after.get(thread) ?? 0) < count)).toEqual([]);
    expect(await replies(second.url)).toEqual(after);
    expect(await stop(second.process)).toBe(0);
  },
);

test('captures that cannot be read end the process with a sentence', { timeout: 60_000 }, async () => {
  const demo = await start({ SAGASU_CAPTURES: join(dataDir, 'nowhere') });
  expect(await stop(demo.process)).toBe(1);
  expect(demo.log()).toContain('SAGASU_CAPTURES: cannot read');
});
