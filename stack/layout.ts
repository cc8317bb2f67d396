/** Where everything lies under the data folder. */
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Layout {
  readonly data: string;
  /** Which process owns the folder, and which processes it started. */
  readonly run: string;
  readonly logs: string;
  readonly postgres: string;
  readonly redis: string;
  readonly elasticsearch: string;
}

/** Programs made ready once for every data folder of this checkout: nothing in it is anybody's data. */
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

/** `name`: a store, or a store and the number of its node. */
export function recordFile(places: Layout, name: StoreName | `${StoreName}-${number}`): string {
  return join(places.run, `${name}.json`);
}

/** The names of recordFile() that are in a listing of the run folder. */
export function recordedNames(files: readonly string[]): (StoreName | `${StoreName}-${number}`)[] {
  const form = new RegExp(String.raw`^((?:${STORES.join('|')})(?:-\d+)?)\.json$`);
  return files.flatMap((file) => (form.exec(file)?.[1] as StoreName | undefined) ?? []);
}
