/** A datastore in a folder. A file is synced, read back and then renamed to its key, so that a key is never incomplete. */
import { randomUUID } from 'node:crypto';
import { createReadStream, type Dirent } from 'node:fs';
import { copyFile, mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { once } from 'node:events';
import { AppError, toError } from '../errors.ts';
import {
  DatastoreUnavailableError,
  MARKER_NAME,
  type ByteRange,
  type Datastore,
  type StoredFile,
} from './datastore.ts';
import { checkWhole, type FileContent } from './whole-file.ts';

/** Folder for files copied from another disk, until they are renamed. */
export const INCOMING = '.incoming';

/** @param marker What the marker file must contain. */
export function createLocalStore(folder: string, marker: string): Datastore {
  const root = resolve(folder);
  const placeOf = (key: string): string => {
    const path = resolve(root, key);
    if (!path.startsWith(root + sep) || key.includes('\0')) {
      throw new AppError('bad_key', `${JSON.stringify(key)} is not a key of a datastore`);
    }
    return path;
  };
  const check = async () => {
    const found = await readMarker(root);
    if (found === marker) return;
    throw new DatastoreUnavailableError(
      found === null
        ? `${root} has no ${MARKER_NAME}: is the disk mounted? Nothing was written.`
        : `${root} belongs to another archive (${MARKER_NAME} contains ${found}). Nothing was written.`,
    );
  };
  return {
    check,
    async mark() {
      const found = await readMarker(root);
      if (found === marker) return;
      if (found !== null) throw new DatastoreUnavailableError(`${root} belongs to another archive (${MARKER_NAME}).`);
      await mkdir(root, { recursive: true });
      await writeFile(join(root, MARKER_NAME), `${marker}\n`, { flag: 'wx' });
      await sync(join(root, MARKER_NAME));
      await sync(root);
    },
    async put({ key, path, size, sha256 }) {
      const target = placeOf(key);
      await check();
      const folders = await makeFolders(root, dirname(target));
      await sync(path);
      await checkWhole(path, { size, sha256 });
      await moveInto(root, path, target, { size, sha256 });
      for (const made of folders) await sync(made);
    },
    async open(key, range) {
      return openFile(placeOf(key), range);
    },
    async exists(key) {
      return (await stat(placeOf(key)).catch(absent)) !== null;
    },
    async delete(key) {
      const path = placeOf(key);
      await check();
      await rm(path, { force: true });
      await sync(dirname(path)).catch(absent);
    },
    async *list() {
      await check();
      yield* walk(root, root);
    },
    close: () => undefined,
  };
}

async function readMarker(root: string): Promise<string | null> {
  try {
    return (await readFile(join(root, MARKER_NAME), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new DatastoreUnavailableError(`${root} cannot be read: ${toError(error).message}`, { cause: error });
  }
}

/** Creates the folder and returns every folder whose entries changed. The root is never created here. */
async function makeFolders(root: string, folder: string): Promise<string[]> {
  const first = await mkdir(folder, { recursive: true });
  const changed = [folder];
  if (first === undefined) return changed;
  for (let at = folder; at !== dirname(first) && at !== root; at = dirname(at)) changed.push(dirname(at));
  return changed;
}

async function moveInto(root: string, path: string, target: string, content: FileContent): Promise<void> {
  try {
    await rename(path, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const near = join(root, INCOMING, randomUUID());
    await mkdir(join(root, INCOMING), { recursive: true });
    try {
      await copyFile(path, near);
      await sync(near);
      await checkWhole(near, content);
      await rename(near, target);
    } catch (failure) {
      await rm(near, { force: true });
      throw failure;
    }
    await rm(path, { force: true });
  }
}

async function openFile(path: string, range?: ByteRange): Promise<Readable | null> {
  const stream = createReadStream(path, range);
  try {
    await once(stream, 'ready');
    return stream;
  } catch (error) {
    return absent(error);
  }
}

async function* walk(root: string, folder: string): AsyncGenerator<StoredFile> {
  const entries: Dirent[] | null = await readdir(folder, { withFileTypes: true }).catch(absent);
  for (const entry of entries ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      yield* walk(root, path);
      continue;
    }
    if (folder === root && entry.name === MARKER_NAME) continue;
    // The file may be deleted between readdir and stat.
    const found = await stat(path).catch(absent);
    if (found === null) continue;
    yield { key: relative(root, path).split(sep).join('/'), size: found.size, modified: found.mtime };
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function absent(error: unknown): null {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return null;
  throw error;
}
