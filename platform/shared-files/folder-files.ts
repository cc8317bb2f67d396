import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SharedFiles } from './shared-files.ts';

/** End of the name of a file that is being written. */
const PARTIAL = '.part';

export function createFolderFiles(folder: string): SharedFiles {
  const root = resolve(folder);
  const pathOf = (key: string) => join(root, key);
  return {
    async write(key, content) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const partial = `${path}.${randomUUID()}${PARTIAL}`;
      try {
        await pipeline(
          Readable.from(content, { objectMode: false }),
          createWriteStream(partial, { flags: 'wx', flush: true }),
        );
        await rename(partial, path);
      } finally {
        await rm(partial, { force: true });
      }
    },
    async open(key, range) {
      const stream = createReadStream(pathOf(key), range);
      try {
        await once(stream, 'ready');
        return stream;
      } catch (error) {
        return absent(error);
      }
    },
    size: async (key) => (await stat(pathOf(key)).catch(absent))?.size ?? null,
    delete: async (key) => rm(pathOf(key), { force: true }),
    async list(name) {
      const names = (await readdir(pathOf(name)).catch(absent)) ?? [];
      const found = await Promise.all(
        // A file may be removed meanwhile.
        names.toSorted().map(async (file) => ({ name: file, stats: await stat(join(root, name, file)).catch(absent) })),
      );
      return found.flatMap(({ name: file, stats }) =>
        stats === null ? [] : [{ name: file, size: stats.size, modified: stats.mtime }],
      );
    },
    close: () => undefined,
  };
}

function absent(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
