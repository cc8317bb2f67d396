/** The checks and waits of `sagasu start`: the data folder, free ports, processes that answer. */
import { randomInt } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../platform/errors.ts';
import { portProblem } from '../../platform/ports.ts';
import { MODULES } from '../modules.ts';

/**
 * The folders that a fresh start deletes. dev-stores/ deletes the stores' own folders, once no store uses them. The cache of downloaded
 * programs is kept: it contains nothing of the archive. The log of removals is deleted too: it would keep the new archive from starting
 * as soon as it has posts or files that were removed from the old one.
 */
const OF_ARCHIVE = ['media', 'logs', 'exports', 'removals.ndjson'];

/** Creates the data folder; returns its absolute path and that of the logs. */
export function prepareDataFolder(dataDir: string, fresh: boolean): { readonly dir: string; readonly logDir: string } {
  const dir = resolve(dataDir);
  if (fresh)
    for (const name of [...OF_ARCHIVE, ...MODULES.flatMap((module) => module.dataFolders ?? [])])
      rmSync(join(dir, name), { recursive: true, force: true });
  const logDir = join(dir, 'logs');
  mkdirSync(logDir, { recursive: true });
  return { dir, logDir };
}

/** A free port that is followed by another one, outside the range of ephemeral ports, so that it stays free while a process restarts. */
export async function findFreePorts(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const problems = await Promise.all(
      [port, port + 1].map(async (one) => portProblem({ port: one, title: '', setting: '' })),
    );
    if (problems.every((problem) => problem === null)) return port;
  }
}

/** Waits until the address answers with a 2xx status. @throws AppError not_ready after `limitMs`; also when `signal` aborts. */
export async function waitForHttp(url: string, limitMs: number, signal: AbortSignal): Promise<void> {
  const end = performance.now() + limitMs;
  for (;;) {
    const ok = await fetch(url, { signal: AbortSignal.any([AbortSignal.timeout(2_000), signal]) }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return;
    if (performance.now() > end) {
      throw new AppError(
        'not_ready',
        `${url} did not answer within ${limitMs / 1000} s; see the logs in the data folder`,
      );
    }
    await sleep(100, undefined, { signal });
  }
}
