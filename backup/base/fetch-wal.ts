/** `sagasu restore wal`, which PostgreSQL calls as restore_command during a recovery. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import type { Decrypter } from 'age-encryption';
import { toError } from '../../platform/errors.ts';
import { decrypted } from '../age.ts';
import { BackupError } from '../backup-error.ts';
import type { BackupPlace } from '../place.ts';
import { findWal } from './wal-folder.ts';

export interface FetchedWal {
  readonly place: BackupPlace;
  readonly system: string;
  readonly name: string;
  readonly target: string;
  readonly decrypter: Decrypter;
}

/** Returns false if the file is not archived, by which PostgreSQL finds the end of the log. @throws BackupError if it is damaged */
export async function fetchWal({ place, system, name, target, decrypter }: FetchedWal): Promise<boolean> {
  const stored = await findWal(place, system, name);
  const content = stored === null ? null : await place.open(stored.key);
  if (stored === null || content === null) return false;
  const path = `${place.name}/${stored.key}`;
  const draft = `${target}.draft`;
  const hash = createHash('sha256');
  const summed = new PassThrough();
  summed.on('data', (chunk: Buffer) => hash.update(chunk));
  try {
    const source = await decrypted(decrypter, content, path);
    await pipeline(source, createZstdDecompress(), summed, createWriteStream(draft));
    if (!hash.digest('hex').startsWith(stored.digest)) throw new Error('its content has another hash than its name');
    await rename(draft, target);
    return true;
  } catch (thrown) {
    await rm(draft, { force: true });
    if (thrown instanceof BackupError) throw thrown;
    throw new BackupError(
      'wal',
      `${path} is damaged (${toError(thrown).message}): restore to a time before it, or from a base backup after it`,
      { cause: thrown },
    );
  }
}
