/** What `sagasu start` checks and waits for: the data folder, free ports, processes that answer. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../platform/errors.ts';

/**
 * What a fresh start deletes here. stack/ deletes the stores' own folders, once it knows that no store uses them.
 * The cache of downloaded programs is kept: it holds nothing of the archive.
 */
const ARCHIVE_FOLDERS = ['media', 'logs'];

/** Creates the data folder; returns its absolute path and that of the logs. */
export function prepareDataFolder(dataDir: string, fresh: boolean): { readonly dir: string; readonly logDir: string } {
  const dir = resolve(dataDir);
  if (fresh) for (const name of ARCHIVE_FOLDERS) rmSync(join(dir, name), { recursive: true, force: true });
  const logDir = join(dir, 'logs');
  mkdirSync(logDir, { recursive: true });
  return { dir, logDir };
}

/** The key that signs cursors. It is created once and kept, so that links survive a restart. */
export function readOrCreateSecret(dir: string): string {
  const file = join(dir, 'secret');
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

/** @throws AppError port_taken, which names the setting that chooses another port. */
export async function assertPortFree(port: number, setting: string): Promise<void> {
  await new Promise<void>((succeed, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new AppError(
              'port_taken',
              `port ${port} is in use: stop the program that uses it, or set ${setting} to another port`,
            )
          : error,
      );
    });
    probe.listen(port, '127.0.0.1', () => probe.close(() => succeed()));
  });
}

/** Waits until the address answers with a 2xx status. @throws AppError not_ready after `limitMs`. */
export async function waitForHttp(url: string, limitMs: number): Promise<void> {
  const end = performance.now() + limitMs;
  for (;;) {
    const ok = await fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
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
    await sleep(100);
  }
}
