/** `sagasu backup wal`, which PostgreSQL calls as archive_command for each finished segment. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { isWalName, storedName } from '../../mappings/base-backup.ts';
import { encrypted, encrypterFor } from '../age.ts';
import { allEnded } from '../all-ended.ts';
import { BackupError, noRoom } from '../backup-error.ts';
import type { BackupPlace } from '../place.ts';
import { findWal, groupOf } from './wal-folder.ts';

export interface ArchivedWal {
  /** Absolute, or relative to `dataDir`. */
  readonly path: string;
  /** PostgreSQL's data folder, in which it runs archive_command. */
  readonly dataDir: string;
  readonly place: BackupPlace;
  readonly recipients: readonly string[];
}

/** The identity of a cluster is the first number of this file. */
const CONTROL = 'global/pg_control';

/**
 * Stores one file of the log, or returns if the same file is stored already. PostgreSQL deletes its copy afterwards, so the file is
 * safe when this returns.
 * @throws BackupError; PostgreSQL then keeps the file and tries again
 */
export async function archiveWal({ path, dataDir, place, recipients }: ArchivedWal): Promise<void> {
  const encrypter = encrypterFor(recipients);
  const name = basename(path);
  if (!isWalName(name))
    throw new BackupError('wal', `${name} is no file of the write-ahead log: PostgreSQL passes it as %p`);
  const source = join(path.startsWith('/') ? '' : dataDir, path);
  const system = await systemOf(dataDir);
  const file = storedName(name, await hashOf(source));
  const known = await findWal(place, system, name);
  if (known !== null) {
    if (basename(known.key) === file) return;
    throw new BackupError(
      'wal',
      `${place.name}/${known.key} has another content: two clusters, or two histories of one, archive into one place. Give this one a place of its own, and make a base backup there`,
    );
  }
  try {
    const compressed = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } });
    await allEnded([
      pipeline(createReadStream(source), compressed),
      place.write(`${groupOf(system, name)}/${file}`, await encrypted(encrypter, compressed)),
    ]);
  } catch (thrown) {
    throw noRoom(
      thrown,
      place.name,
      'PostgreSQL keeps its log until there is room. Remove old backups with sagasu backup prune',
    );
  }
}

/** The identity of the cluster, as a decimal number. @throws BackupError outside of a data folder */
async function systemOf(dataDir: string): Promise<string> {
  const path = join(dataDir, CONTROL);
  try {
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
      if (bytesRead < 8) throw new Error('it is too short');
      return buffer.readBigUInt64LE().toString();
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw new BackupError('wal', `${path} cannot be read: PostgreSQL runs this command in its data folder`, { cause });
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
