import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { contributorKeys, type KeyPair } from '../../format/package.ts';
import { AppError, toError } from '../../../../platform/errors.ts';

/** The key file cannot be read or made. */
export class ContributorKeyError extends AppError {
  constructor(message: string, cause?: unknown) {
    super('dump_key', message, { cause });
  }
}

export interface ContributorKey {
  readonly pair: KeyPair;
  /** True if the key was just made. */
  readonly isNew: boolean;
}

/**
 * Reads the contributor's key from its file, which contains 64 hexadecimal digits. Makes the file if it is missing.
 * @throws ContributorKeyError
 */
export async function readContributorKey(path: string): Promise<ContributorKey> {
  const { text, isNew } = await readOrMake(path).catch((error: unknown) => {
    throw new ContributorKeyError(`your key cannot be read from ${path}: ${toError(error).message}`, error);
  });
  if (!/^[0-9a-f]{64}\s*$/.test(text)) {
    throw new ContributorKeyError(`${path} holds no key: 64 hexadecimal digits are expected`);
  }
  return { pair: await contributorKeys(Buffer.from(text.trim(), 'hex')), isNew };
}

async function readOrMake(path: string): Promise<{ readonly text: string; readonly isNew: boolean }> {
  const found = await readFile(path, 'utf8').catch(nullIfMissing);
  if (found !== null) return { text: found, isNew: false };
  const seed = randomBytes(32).toString('hex');
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    // Only the contributor may read the file. A key that another process has just made is not overwritten.
    await writeFile(path, `${seed}\n`, { mode: 0o600, flag: 'wx' });
    return { text: seed, isNew: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return { text: await readFile(path, 'utf8'), isNew: false };
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
