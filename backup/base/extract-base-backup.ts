/** Unpacks a base backup into an empty folder, and compares it with PostgreSQL's list of its files. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Transform, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import type { Decrypter } from 'age-encryption';
import { BASE_DATA, BASE_FILES } from '../../mappings/base-backup.ts';
import { toError } from '../../platform/errors.ts';
import { decrypted } from '../age.ts';
import { BackupError } from '../backup-error.ts';
import type { BackupPlace } from '../place.ts';
import type { BaseBackup } from './read-base-backups.ts';

export interface ExtractOptions {
  readonly place: BackupPlace;
  readonly base: BaseBackup;
  readonly into: string;
  readonly decrypter: Decrypter;
  /** The account of PostgreSQL; null for that of this process. */
  readonly account: { readonly uid: number; readonly gid: number } | null;
  /** True to compare the hash of every file, which reads the folder once more. */
  readonly deep: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number) => void;
}

/** A disk that writes less in a second has failed. */
const SLOWEST_BYTES = 1_000_000;
const SHORTEST_LIMIT_MS = 10 * 60_000;

/** @throws BackupError if the key does not open the backup, or if it is damaged */
export async function extractBaseBackup(options: ExtractOptions): Promise<void> {
  const { place, base, into, decrypter, account, signal } = options;
  const path = `${place.name}/${base.key}/${BASE_DATA}`;
  const data = await openPart(place, `${base.key}/${BASE_DATA}`);
  const limitMs = SHORTEST_LIMIT_MS + Math.ceil(base.manifest.folder_bytes / SLOWEST_BYTES) * 1_000;
  const tar = spawn('tar', ['-x', '-f', '-', '-C', into, '--no-same-owner', '-p'], {
    stdio: ['pipe', 'ignore', 'pipe'],
    timeout: limitMs,
    killSignal: 'SIGKILL',
    signal,
    ...account,
  });
  const closed = once(tar, 'close');
  const complaints = text(tar.stderr);
  const [stored, plain] = [createHash('sha256'), new PassThrough()];
  let bytes = 0;
  plain.on('data', (chunk: Buffer) => options.onProgress((bytes += chunk.length)));
  const source = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      stored.update(chunk);
      done(null, chunk);
    },
  });
  const reading = pipeline(data, source, { signal });
  reading.catch(() => undefined);
  try {
    await pipeline(await decrypted(decrypter, source, path), createZstdDecompress(), plain, tar.stdin, { signal });
    await reading;
    const [code] = (await closed) as [number | null];
    if (code !== 0) throw new Error(`tar ended with ${code ?? 'a signal'}: ${(await complaints).trim().slice(-500)}`);
  } catch (thrown) {
    tar.kill('SIGKILL');
    signal.throwIfAborted();
    if (thrown instanceof BackupError) throw thrown;
    const said = (await complaints).trim();
    if (/No space left/.test(said)) throw new BackupError('room', `there is no room in ${into}: ${said.slice(-200)}`);
    throw damaged(path, said === '' ? toError(thrown).message : said.slice(-500), thrown);
  }
  if (stored.digest('hex') !== base.manifest.sha256) throw damaged(path, 'it has another hash than its manifest', null);
  await compareFiles(options);
}

function damaged(path: string, why: string, cause: unknown): BackupError {
  return new BackupError('damaged', `${path} cannot be unpacked: ${why}. Restore another base backup with --base`, {
    cause,
  });
}

interface ListedFile {
  readonly Path?: string;
  /** In hexadecimal, for names that are not UTF-8. */
  readonly 'Encoded-Path'?: string;
  readonly Size: number;
  readonly Checksum?: string;
}

async function openPart(place: BackupPlace, key: string): Promise<Readable> {
  const content = await place.open(key);
  if (content === null) throw damaged(`${place.name}/${key}`, 'it is missing', null);
  return content;
}

async function compareFiles({ place, base, into, decrypter, deep, signal }: ExtractOptions): Promise<void> {
  const path = `${place.name}/${base.key}`;
  const list = await openPart(place, `${base.key}/${BASE_FILES}`);
  const plain = (await decrypted(decrypter, list, `${path}/${BASE_FILES}`)).pipe(createZstdDecompress());
  const { Files: files } = JSON.parse(await text(plain)) as { readonly Files: readonly ListedFile[] };
  for (const { Path: name, Size: size, Checksum: checksum, ...rest } of files) {
    signal.throwIfAborted();
    const file = join(into, name ?? Buffer.from(rest['Encoded-Path'] ?? '', 'hex').toString('latin1'));
    const found = await stat(file).catch(() => null);
    if (found?.size !== size) throw damaged(path, `${file} has not its ${size} bytes`, null);
    if (!deep || checksum === undefined) continue;
    const hash = createHash('sha256');
    await pipeline(createReadStream(file), hash, { signal });
    if (hash.digest('hex') !== checksum) throw damaged(path, `${file} has another hash than PostgreSQL's list`, null);
  }
}
