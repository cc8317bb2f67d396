import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * What a fresh start throws away, beside the stores' own folders, which stack/ clears once it knows that none runs there.
 * The cache (Elasticsearch's files) is kept: it holds nothing of the archive.
 */
const ARCHIVE_FOLDERS = ['media', 'logs'];

export function prepareDataFolder(dataDir: string, fresh: boolean): { readonly dir: string; readonly logDir: string } {
  const dir = resolve(dataDir);
  if (fresh) for (const name of ARCHIVE_FOLDERS) rmSync(join(dir, name), { recursive: true, force: true });
  const logDir = join(dir, 'logs');
  mkdirSync(logDir, { recursive: true });
  return { dir, logDir };
}

/** The key that signs cursors: made once, so that links survive a restart. */
export function readOrMakeSecret(dir: string): string {
  const file = join(dir, 'secret');
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
