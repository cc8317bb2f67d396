import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { isRunning } from '../../../dev-stores/process-identity.ts';
import { eventually } from '../../support/archive.ts';
import { insertBoard } from '../../support/builders.ts';
import { PASSWORD } from '../../support/logins.ts';
import { commandLine, descendants, killIfThere } from '../../support/own-stack.ts';
import { lastingPort } from '../../support/ports.ts';
import { worldEnvironment } from '../../support/processes.ts';
import { useWorld } from '../../support/world.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const world = useWorld();

beforeAll(async () => void (await insertBoard(world().pool, 'g')));

/** `sagasu start` over the shared stores, with a data folder and a port of its own. */
async function startAll(): Promise<{ child: ChildProcess; port: number; printed: () => string }> {
  const port = await lastingPort([]);
  const data = await mkdtemp(join(tmpdir(), 'sagasu-start-'));
  onTestFinished(async () => rm(data, { recursive: true, force: true }));
  const child = spawn(process.execPath, ['cli/main.ts', 'start', '--no-demo'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...worldEnvironment(world()),
      SAGASU_DATA: data,
      SAGASU_PORT: String(port),
      SAGASU_SCRAPER_DATABASE_PASSWORD: PASSWORD,
      SAGASU_INDEXER_DATABASE_PASSWORD: PASSWORD,
      SAGASU_SERVER_DATABASE_PASSWORD: PASSWORD,
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { child, port, printed: () => text };
}

test('`sagasu start` serves the metrics of all processes at one address of this machine', async () => {
  const { child, port } = await startAll();
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await eventually('all processes answer', async () => {
    const text = await metrics().catch(() => '');
    return [...text.matchAll(/^sagasu_metrics_source_up\{.*\} 1$/gm)].length === 2;
  });
  const text = await metrics();
  for (const name of ['sagasu_drift_found_total', 'sagasu_verified_age_seconds', 'sagasu_index_lag_seconds']) {
    expect(text).toMatch(new RegExp(`^${name}\\{.*process="indexer"\\} \\d`, 'm'));
  }
  expect(text).toMatch(/^sagasu_scraper_boards\{process="scraper"\} \d/m);
  expect(text).toMatch(/^nodejs_version_info\{.*process="server".*\} 1$/m);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a process that keeps ending is restarted four times, and then `sagasu start` stops everything with exit code 1', async () => {
  const { child, printed } = await startAll();
  const ended = once(child, 'exit');
  await eventually('it is ready', async () => printed().includes('Sagasu is ready'));
  const all = descendants(child.pid ?? 0);
  const killed = new Set<number>();
  while (child.exitCode === null) {
    for (const { pid } of descendants(child.pid ?? 0)) {
      if (!commandLine(pid).includes('scraper/main.ts') || killed.has(pid)) continue;
      killed.add(pid);
      killIfThere(pid);
    }
    await sleep(20);
  }
  expect(await ended).toEqual([1, null]);
  expect(killed.size).toBe(5);
  const lines = printed().split('\n');
  expect(lines.filter((line) => line.startsWith('scraper ended (SIGKILL) and is restarted in'))).toHaveLength(4);
  expect(lines.filter((line) => line.includes('has failed 5 times within 10 minutes'))).toEqual([
    expect.stringMatching(
      /^sagasu: scraper ended \(SIGKILL\)\. It .* is not restarted, so everything stops; its log is .*scraper\.log$/,
    ),
  ]);
  expect(all.filter(isRunning)).toEqual([]);
});
