/** A whole archive as `npm start` runs it, in a cgroup, with no setting of its size: all sizes are the computed defaults. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildWebIfStale } from '../../../cli/start/web-build.ts';
import type { StoreUrls } from '../../../platform/config.ts';
import { freePort, lastingPort } from '../../support/ports.ts';
import type { MemoryGroup } from './memory-group.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const START_LIMIT_MS = 600_000;

export interface SmallArchive {
  readonly url: string;
  readonly stores: StoreUrls;
  /** Lines of stores and processes that ended and were restarted. */
  readonly restarts: readonly string[];
  stop(): Promise<void>;
}

export async function startSmallArchive(
  group: MemoryGroup,
  dataFolder: string,
  sourceUrl: string,
  say: (line: string) => void,
): Promise<SmallArchive> {
  await buildWebIfStale(say);
  const port = await freePort();
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    SAGASU_DATA: dataFolder,
    SAGASU_PORT: String(port),
    SAGASU_POSTGRES_PORT: String(await freePort()),
    SAGASU_REDIS_PORT: String(await freePort()),
    SAGASU_ELASTICSEARCH_PORT: String(await lastingPort([100])),
    SAGASU_SCRAPER_OWN_ORIGIN: sourceUrl,
    // The reader's address comes from the load generator.
    SAGASU_TRUSTED_PROXIES: '127.0.0.1',
  };
  const enter = `echo $$ > "$0" && exec "$@"`;
  const start = [process.execPath, 'cli/main.ts', 'start', '--no-demo', '--fresh'];
  const child = spawn('/bin/sh', ['-c', enter, group.procsFile, ...start], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  const ended = once(child, 'exit');
  const restarts: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
      if (/ is restarted in | is not restarted|failed to start/.test(line)) restarts.push(line);
      if (!line.includes('scraped')) say(line);
    }
  });
  const stop = async () => {
    process.off('exit', end);
    if (child.exitCode === null) end();
    await ended;
    while (group.pids().length > 0) await sleep(100);
  };
  const url = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + START_LIMIT_MS;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error(`the archive did not start; ${group.kills()} processes were killed for want of memory`);
    }
    await sleep(500);
  }
  const stores = JSON.parse(readFileSync(join(dataFolder, 'running.json'), 'utf8')) as StoreUrls;
  return { url, stores, restarts, stop };
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    async (answer) => {
      await answer.body?.cancel();
      return answer.ok;
    },
    () => false,
  );
}
