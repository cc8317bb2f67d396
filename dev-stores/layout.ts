/** Folders and files below the data folder. */
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Layout {
  readonly data: string;
  /** Records of the process that owns the data folder and of the stores that it started. */
  readonly run: string;
  readonly logs: string;
  readonly postgres: string;
  readonly redis: string;
  readonly elasticsearch: string;
}

/** Unpacked programs, shared by all data folders of this checkout. Contains no data of the archive. */
export const CACHE = fileURLToPath(new URL('../data/cache', import.meta.url));

export function layout(dataDir: string): Layout {
  const data = resolve(dataDir);
  return {
    data,
    run: join(data, 'run'),
    logs: join(data, 'logs'),
    postgres: join(data, 'postgres'),
    redis: join(data, 'redis'),
    elasticsearch: join(data, 'elasticsearch'),
  };
}

export const STORES = ['postgres', 'redis', 'elasticsearch'] as const;
export type StoreName = (typeof STORES)[number];

/** macOS accepts 103 bytes, Linux 107. */
const LONGEST_SOCKET = 103;

/** The path of a socket in a store's folder, through which processes of this machine reach it; null where no system accepts it. */
export function socketIn(folder: string, name: string): string | null {
  const path = join(folder, name);
  return Buffer.byteLength(path) <= LONGEST_SOCKET ? path : null;
}

/** @param name A store, or a store and the number of its node. */
export function recordFile(places: Layout, name: StoreName | `${StoreName}-${number}`): string {
  return join(places.run, `${name}.json`);
}

/** The names for recordFile() that a listing of the run folder contains. */
export function recordedNames(files: readonly string[]): (StoreName | `${StoreName}-${number}`)[] {
  const form = new RegExp(String.raw`^((?:${STORES.join('|')})(?:-\d+)?)\.json$`);
  return files.flatMap((file) => (form.exec(file)?.[1] as StoreName | undefined) ?? []);
}
