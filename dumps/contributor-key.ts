import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { contributorKeys, type KeyPair } from '../mappings/dump/package.ts';
import { AppError } from '../platform/errors.ts';

/** Reads the contributor's key from its file, which holds 64 hexadecimal digits; makes the file if there is none. */
export async function readContributorKey(path: string): Promise<KeyPair> {
  const text = await readFile(path, 'utf8').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return makeKey(path);
  });
  if (!/^[0-9a-f]{64}\s*$/.test(text)) {
    throw new AppError('dump_key', `${path} holds no key: 64 hexadecimal digits are expected`);
  }
  return contributorKeys(Buffer.from(text.trim(), 'hex'));
}

async function makeKey(path: string): Promise<string> {
  const seed = randomBytes(32).toString('hex');
  await mkdir(dirname(path), { recursive: true });
  // Only the contributor reads it, and a key that another process has just made stays.
  await writeFile(path, `${seed}\n`, { mode: 0o600, flag: 'wx' });
  return seed;
}
