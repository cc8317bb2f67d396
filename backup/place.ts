/** Where base backups, their log and files lie: a folder, or a bucket of an S3-compatible store. */
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../platform/config.ts';
import { syncFile } from '../platform/sync-file.ts';

export interface StoredCopy {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  readonly modified: Date;
}

/** Keys are paths, such as `base/20260501T120000Z/manifest.json`. */
export interface BackupPlace {
  /** The path of the folder, or the address of the bucket. */
  readonly name: string;
  /** The content is on the disk, or in the bucket, when this returns. Until then the key does not exist or has its old content. */
  write(key: string, content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void>;
  /** null if there is no such key. */
  open(key: string): Promise<Readable | null>;
  has(key: string): Promise<boolean>;
  /** Succeeds also if there is no such key. */
  delete(key: string): Promise<void>;
  /** Everything below a folder, sorted by key. */
  list(folder: string): Promise<readonly StoredCopy[]>;
  close(): void;
}

/** S3 takes at most 10,000 parts, so the largest file has 640 GB. */
const PART_BYTES = 64 * 2 ** 20;

export const isBucket = (written: string): boolean => /^https?:\/\//i.test(written);

/** The name of a place as an operator writes it. A folder becomes absolute. */
export const placeName = (written: string): string => (isBucket(written) ? written : resolve(written));

type S3Config = Pick<Config, 's3AccessKeyId' | 's3SecretAccessKey' | 's3Region'>;

/** @throws ConfigError if the settings of a bucket are missing */
export async function openPlace(written: string, config: () => S3Config | Promise<S3Config>): Promise<BackupPlace> {
  if (!isBucket(written)) return folderPlace(written);
  // PostgreSQL runs a command for each segment of its log, and the AWS client is large.
  const { createBucketFiles } = await import('../platform/shared-files/bucket-files.ts');
  const files = createBucketFiles(
    written,
    { ...(await config()), sharedFiles: written },
    { partBytes: PART_BYTES, freshMs: 0 },
  );
  return {
    name: written,
    write: async (key, content) => files.write(key, content),
    open: async (key) => files.open(key),
    has: async (key) => (await files.size(key)) !== null,
    delete: async (key) => files.delete(key),
    list: async (folder) =>
      (await files.list(folder)).map(({ name, size, modified }) => ({ key: `${folder}/${name}`, size, modified })),
    close: () => files.close(),
  };
}

export function folderPlace(folder: string): BackupPlace {
  const root = resolve(folder);
  const at = (key: string) => join(root, key);
  return {
    name: root,
    async write(key, content) {
      const path = at(key);
      // Always the same name, so that killed commands leave no more than one.
      const draft = join(dirname(path), `.draft-${basename(path)}`);
      await mkdir(dirname(path), { recursive: true });
      try {
        await pipeline(content, createWriteStream(draft, { flush: true }));
        await rename(draft, path);
        await syncFile(dirname(path));
      } catch (thrown) {
        await rm(draft, { force: true }).catch(() => undefined);
        throw thrown;
      }
    },
    async open(key) {
      const stream = createReadStream(at(key));
      try {
        await once(stream, 'ready');
        return stream;
      } catch (error) {
        return absent(error);
      }
    },
    has: async (key) => (await stat(at(key)).catch(absent)) !== null,
    async delete(key) {
      await rm(at(key), { force: true });
      // Its folder goes with the last file.
      await rmdir(dirname(at(key))).catch(() => undefined);
    },
    async list(name) {
      const entries = (await readdir(at(name), { recursive: true, withFileTypes: true }).catch(absent)) ?? [];
      const found: StoredCopy[] = [];
      for (const entry of entries) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        // A file may be removed meanwhile.
        const stats = await stat(path).catch(absent);
        if (stats !== null) found.push({ key: path.slice(root.length + 1), size: stats.size, modified: stats.mtime });
      }
      return found.toSorted((one, other) => (one.key < other.key ? -1 : 1));
    },
    close: () => undefined,
  };
}

function absent(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
