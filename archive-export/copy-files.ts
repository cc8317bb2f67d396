/** Copies the files of an increment from the datastores. Each file is copied once. */
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { FILES_FOLDER } from '../mappings/archive-export.ts';
import { mediaKey } from '../mappings/media.ts';
import type { Datastores } from '../platform/datastore/datastores.ts';
import { syncFile } from '../platform/sync-file.ts';

const AT_ONCE = 4;
const PAGE = 1_000;

export interface CopiedFiles {
  readonly copied: number;
  readonly present: number;
  /** Number of rows whose file is missing in the datastore, or does not match its hash. */
  readonly missing: readonly string[];
}

interface ImageRow {
  readonly sha256: string;
  readonly type: string;
  readonly size: string;
  readonly datastore_id: number;
}

/** Index: images_sha256_key. $1 hashes in hexadecimal. */
const FIND_IMAGES = `
select encode(sha256, 'hex') as sha256, type, size, datastore_id from images
where sha256 = any (select decode(hex, 'hex') from unnest($1::text[]) as t (hex)) and datastore_id is not null and not banned`;

interface CopyWatch {
  readonly onFile: () => void;
  readonly pace: () => Promise<void>;
  readonly signal: AbortSignal;
}

/** @param hashes The SHA-256 hashes in hexadecimal, as in the part of files. */
export async function copyFiles(
  pool: pg.Pool,
  datastores: Datastores,
  folder: string,
  hashes: AsyncIterable<readonly string[]>,
  { onFile, pace, signal }: CopyWatch,
): Promise<CopiedFiles> {
  const missing: string[] = [];
  let [copied, present] = [0, 0];
  for await (const page of hashes) {
    for (let at = 0; at < page.length; at += PAGE) {
      const { rows } = await pool.query<ImageRow>(FIND_IMAGES, [page.slice(at, at + PAGE)]);
      const next = rows.values();
      const work = async (): Promise<void> => {
        for (const row of next) {
          await pace();
          signal.throwIfAborted();
          const done = await copyFile(datastores, folder, row, signal);
          if (done === 'copied') copied++;
          else if (done === 'present') present++;
          else missing.push(row.sha256);
          onFile();
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    }
  }
  return { copied, present, missing };
}

async function copyFile(
  datastores: Datastores,
  folder: string,
  { sha256, type, size, datastore_id: store }: ImageRow,
  signal: AbortSignal,
): Promise<'copied' | 'present' | 'missing'> {
  const key = mediaKey(Buffer.from(sha256, 'hex'), type);
  const target = join(folder, FILES_FOLDER, key);
  const there = await stat(target).catch(() => null);
  if (there?.size === Number(size)) return 'present';
  const source = await (await datastores.byId(store)).open(key);
  if (source === null) return 'missing';
  const hash = createHash('sha256');
  const summed = new PassThrough();
  summed.on('data', (chunk: Buffer) => hash.update(chunk));
  await mkdir(dirname(target), { recursive: true });
  const draft = join(dirname(target), `.${randomUUID()}`);
  try {
    await pipeline(source, summed, createWriteStream(draft, { flags: 'wx' }), { signal });
    if (hash.digest('hex') !== sha256) return 'missing';
    await syncFile(draft);
    await rename(draft, target);
    return 'copied';
  } finally {
    await rm(draft, { force: true });
  }
}
