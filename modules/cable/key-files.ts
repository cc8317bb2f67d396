/** Keys are kept only in files that only their owner can read, never in the database, logs, API responses or metrics. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigError } from '../../platform/errors.ts';

const KEY = /^[0-9a-f]{64}\s*$/i;
const KEY_FILE_MODE = 0o600;
/** Longer files are not key files. */
const MAX_BYTES = 1_000;

/** @throws ConfigError if the file has no key or others can read it. The message never contains the file's content. */
export async function readKeyFile(path: string): Promise<Buffer> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`cannot read the key file ${path} (${error.code ?? 'unknown'})`);
  });
  try {
    const { mode, size } = await file.stat();
    if ((mode & 0o077) !== 0) throw new ConfigError(`other users can read the key file ${path}: run chmod 600 ${path}`);
    const text = size > MAX_BYTES ? '' : await file.readFile('utf8');
    if (!KEY.test(text)) throw new ConfigError(`${path} is not a key file: it must contain 64 hexadecimal digits`);
    return Buffer.from(text.trim(), 'hex');
  } finally {
    await file.close();
  }
}

/** Reads the key. Creates a random one first if the file does not exist. @throws ConfigError */
export async function readOrMakeKeyFile(path: string): Promise<Buffer> {
  await mkdir(dirname(path), { recursive: true });
  const made = randomBytes(32).toString('hex');
  await writeFile(path, `${made}\n`, { mode: KEY_FILE_MODE, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST')
      throw new ConfigError(`cannot create the key file ${path} (${error.code ?? 'unknown'})`);
  });
  return readKeyFile(path);
}

/** An identifier of the cabal that does not reveal its key. */
export function keyIdOf(cabalKey: Uint8Array): Buffer {
  return createHash('sha256').update('sagasu cabal key id 1\0').update(cabalKey).digest().subarray(0, 16);
}
