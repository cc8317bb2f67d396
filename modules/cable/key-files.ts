/** Keys are in files that only their owner may read, and nowhere else: not in the database, a log, an answer or a metric. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigError } from '../../platform/errors.ts';

const KEY = /^[0-9a-f]{64}\s*$/i;
const KEY_FILE_MODE = 0o600;
/** Longer files are no key. */
const MAX_BYTES = 1_000;

/** @throws ConfigError if there is no key, or if others may read it; the message does not quote the file. */
export async function readKeyFile(path: string): Promise<Buffer> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`the key in ${path} cannot be read (${error.code ?? 'unknown'})`);
  });
  try {
    const { mode, size } = await file.stat();
    if ((mode & 0o077) !== 0) throw new ConfigError(`others may read the key in ${path}: run chmod 600 ${path}`);
    const text = size > MAX_BYTES ? '' : await file.readFile('utf8');
    if (!KEY.test(text)) throw new ConfigError(`${path} holds no key: 64 hexadecimal digits are expected`);
    return Buffer.from(text.trim(), 'hex');
  } finally {
    await file.close();
  }
}

/** Reads the key, and makes it first if there is no file. @throws ConfigError */
export async function readOrMakeKeyFile(path: string): Promise<Buffer> {
  await mkdir(dirname(path), { recursive: true });
  const made = randomBytes(32).toString('hex');
  await writeFile(path, `${made}\n`, { mode: KEY_FILE_MODE, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw new ConfigError(`a key cannot be made in ${path} (${error.code ?? 'unknown'})`);
  });
  return readKeyFile(path);
}

/** Tells cabals apart, and says nothing of the key. */
export function keyIdOf(cabalKey: Uint8Array): Buffer {
  return createHash('sha256').update('sagasu cabal key id 1\0').update(cabalKey).digest().subarray(0, 16);
}
