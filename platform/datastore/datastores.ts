/** The datastores of the archive, from the table `datastores`. */
import { resolve } from 'node:path';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { AppError, ConfigError } from '../errors.ts';
import { inTransaction } from '../postgres.ts';
import type { Datastore } from './datastore.ts';
import { createLocalStore } from './local-store.ts';

/** Reads the whole table, which has few rows. */
const SELECT_DATASTORES = `
  select id, name, kind, base, first_byte, last_byte, takes_files, redirect_url, marker from datastores order by id`;

/** Index: datastores_name_key. */
const INSERT_DATASTORE = `
  insert into datastores (name, kind, base, first_byte, last_byte, redirect_url)
  values ($1, $2, $3, $4, $5, $6) on conflict (name) do nothing returning id, marker`;

/** Index: datastores_name_key. $2 to $4: null keeps the value. $5: true if $6 replaces the address for readers, which may be null. */
const UPDATE_DATASTORE = `
  update datastores set first_byte = coalesce($2, first_byte), last_byte = coalesce($3, last_byte),
    takes_files = coalesce($4, takes_files), redirect_url = case when $5 then $6 else redirect_url end
  where name = $1 returning id`;

export interface DatastoreRow {
  readonly id: number;
  readonly name: string;
  readonly kind: 'local' | 's3';
  readonly base: string;
  /** Range of the first byte of the SHA-256 of the files that it stores, both inclusive. */
  readonly first_byte: number;
  readonly last_byte: number;
  /** false: no new files. */
  readonly takes_files: boolean;
  readonly redirect_url: string | null;
  readonly marker: string;
}

export type DatastoreInput = Pick<DatastoreRow, 'name' | 'kind' | 'base'> & {
  readonly firstByte?: number;
  readonly lastByte?: number;
  readonly redirectUrl?: string | null;
};

/** Absent fields do not change. */
export interface DatastoreChanges {
  readonly firstByte?: number;
  readonly lastByte?: number;
  readonly takesFiles?: boolean;
  /** null: the server sends the files itself. */
  readonly redirectUrl?: string | null;
}

export type MediaConfig = Pick<Config, 'mediaDir' | 's3AccessKeyId' | 's3SecretAccessKey' | 's3Region'> &
  Partial<Pick<Config, 'sharedFiles'>>;

/** Milliseconds for which rows are cached. */
const FRESH_MS = 5_000;

/** Opens datastores by row and chooses one for each new file. */
export class Datastores {
  readonly #pool: pg.Pool;
  readonly #config: MediaConfig;
  readonly #now: () => number;
  readonly #stores = new Map<string, Promise<Datastore>>();
  #rows: { readonly list: readonly DatastoreRow[]; readonly at: number } | null = null;

  constructor(pool: pg.Pool, config: MediaConfig, now: () => number = () => performance.now()) {
    this.#pool = pool;
    this.#config = config;
    this.#now = now;
  }

  /** Every datastore, in order of id. */
  async rows(): Promise<readonly DatastoreRow[]> {
    if (this.#rows === null || this.#now() - this.#rows.at > FRESH_MS) {
      const { rows } = await this.#pool.query<DatastoreRow>(SELECT_DATASTORES);
      this.#rows = { list: rows, at: this.#now() };
    }
    return this.#rows.list;
  }

  /** Every datastore as last read, however long ago; empty before the first read. */
  get lastRows(): readonly DatastoreRow[] {
    return this.#rows?.list ?? [];
  }

  /** @throws AppError datastore_unknown */
  async row(id: number): Promise<DatastoreRow> {
    const find = (rows: readonly DatastoreRow[]) => rows.find((row) => row.id === id);
    const known = find(await this.rows());
    if (known !== undefined) return known;
    this.#rows = null;
    const found = find(await this.rows());
    if (found === undefined) throw new AppError('datastore_unknown', `there is no datastore ${id}`);
    return found;
  }

  /** @throws AppError datastore_unknown, ConfigError when the settings for s3 are missing. */
  async byId(id: number): Promise<Datastore> {
    return this.of(await this.row(id));
  }

  /** Opens the datastore of a row, once per process. @throws ConfigError when the settings for s3 are missing. */
  async of(row: DatastoreRow): Promise<Datastore> {
    const key = JSON.stringify([row.kind, row.base, row.marker]);
    const open = this.#stores.get(key) ?? openStore(row, this.#config);
    this.#stores.set(key, open);
    open.catch(() => this.#stores.delete(key));
    return open;
  }

  /** The datastore for a new file, or null; see storeForNewFile. */
  async forNewFile(sha256: Uint8Array): Promise<DatastoreRow | null> {
    return storeForNewFile(await this.rows(), sha256);
  }

  /**
   * Adds a datastore. It is marked before its row becomes visible.
   * @throws ConfigError when the name is taken, DatastoreUnavailableError when the place cannot be marked.
   */
  async add(input: DatastoreInput): Promise<DatastoreRow> {
    const { name, kind, base, firstByte = 0, lastByte = 255, redirectUrl = null } = input;
    const id = await inTransaction(this.#pool, async (client) => {
      const values = [name, kind, base, firstByte, lastByte, redirectUrl];
      const { rows } = await client.query<{ id: number; marker: string }>(INSERT_DATASTORE, values);
      const [row] = rows;
      if (row === undefined) {
        // Another process added it after this one had read the rows.
        this.#rows = null;
        throw new ConfigError(`the datastore "${name}" exists already`);
      }
      const store = await openStore({ kind, base, marker: row.marker }, this.#config);
      try {
        await store.mark();
      } finally {
        store.close();
      }
      return row.id;
    });
    this.#rows = null;
    return this.row(id);
  }

  /** The datastore of an archive without any: in the bucket that its machines share, or in the folder of files. */
  async addFirst(): Promise<void> {
    const { sharedFiles: bucket } = this.#config;
    await this.add(
      bucket == null
        ? { name: 'local', kind: 'local', base: '.' }
        : { name: 'shared', kind: 's3', base: `${bucket.replace(/\/$/, '')}/media` },
    );
  }

  /**
   * Changes a datastore's range of new files and its address for readers. Stored files are not moved. Running processes notice within
   * five seconds.
   * @throws ConfigError for an unknown name or an empty range
   */
  async change(name: string, changes: DatastoreChanges): Promise<DatastoreRow> {
    this.#rows = null;
    const row = (await this.rows()).find((known) => known.name === name);
    if (row === undefined) throw new ConfigError(`there is no datastore "${name}"`);
    const { firstByte = row.first_byte, lastByte = row.last_byte, takesFiles, redirectUrl } = changes;
    if (lastByte < firstByte) throw new ConfigError('the lowest first byte is above the highest');
    const values = [name, firstByte, lastByte, takesFiles ?? null, redirectUrl !== undefined, redirectUrl ?? null];
    await this.#pool.query(UPDATE_DATASTORE, values);
    this.#rows = null;
    return this.row(row.id);
  }

  async close(): Promise<void> {
    for (const store of this.#stores.values()) (await store.catch(() => null))?.close();
  }
}

/**
 * Chooses, among the datastores that take new files and whose range contains the first byte of the hash, the one with the narrowest
 * range.
 */
export function storeForNewFile(rows: readonly DatastoreRow[], sha256: Uint8Array): DatastoreRow | null {
  const first = sha256[0] ?? 0;
  const fitting = rows.filter((row) => row.takes_files && row.first_byte <= first && first <= row.last_byte);
  const width = (row: DatastoreRow) => row.last_byte - row.first_byte;
  return fitting.toSorted((a, b) => width(a) - width(b) || a.id - b.id)[0] ?? null;
}

/** Ranges of first bytes for which there is no datastore that takes new files: these files wait. Both ends inclusive. */
export function uncoveredRanges(rows: readonly DatastoreRow[]): readonly (readonly [first: number, last: number])[] {
  const ranges: [number, number][] = [];
  for (let byte = 0; byte <= 255; byte++) {
    if (storeForNewFile(rows, Uint8Array.of(byte)) !== null) continue;
    const last = ranges.at(-1);
    if (last?.[1] === byte - 1) last[1] = byte;
    else ranges.push([byte, byte]);
  }
  return ranges;
}

async function openStore(
  { kind, base, marker }: Pick<DatastoreRow, 'kind' | 'base' | 'marker'>,
  config: MediaConfig,
): Promise<Datastore> {
  if (kind === 'local') return createLocalStore(resolve(config.mediaDir, base), marker);
  // Imported on demand: the AWS client is large, and most archives have no S3 datastore.
  const [{ createS3Store }, { s3AccessOf }] = await Promise.all([import('./s3-store.ts'), import('./bucket.ts')]);
  return createS3Store(base, marker, s3AccessOf(base, config));
}
