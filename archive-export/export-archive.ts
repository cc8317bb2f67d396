/** `sagasu export archive`: adds an increment to a folder from which another Sagasu can import this archive. */
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  MANIFEST_NAME,
  incrementName,
  type ExportManifest,
  type ExportPart,
} from '../mappings/archive-export.ts';
import { listBoards } from '../store/boards/boards.ts';
import { ExportError } from './export-error.ts';
import { beginDraft, readChain, readLines, type Increment } from './chain.ts';
import { copyFiles, type CopiedFiles } from './copy-files.ts';
import { syncFile } from '../platform/sync-file.ts';
import { type CopyOptions, withCopyConnection } from './copy-rows.ts';
import { safeHorizon } from './horizon.ts';
import { planParts, type OlderVersion } from './parts.ts';
import { writePart } from './write-part.ts';

export interface ExportOptions extends CopyOptions<'posts' | 'files'> {
  /** Exports all rows, including those of earlier increments. */
  readonly full: boolean;
  /** An older version that will import the export. */
  readonly importer?: OlderVersion | undefined;
}

export interface ExportReport {
  readonly increment: number;
  readonly full: boolean;
  readonly posts: number;
  readonly tombstones: number;
  readonly bytes: number;
  readonly files: CopiedFiles | null;
}

/** Reads pg_control_system, pg_database and the only row of sync_state. */
const READ_IDENTITY = `
select (select system_identifier from pg_control_system()) || '.' || (select oid from pg_database where datname = current_database()) as database,
  (select epoch from sync_state) as epoch`;

/** Estimates the number of posts from the statistics of the partitions. */
const ESTIMATE_POSTS = `
select coalesce(sum(greatest(c.reltuples, 0)), 0)::bigint as posts
from pg_partition_tree('posts') t join pg_class c on c.oid = t.relid where t.isleaf`;

/** @throws ExportError */
export async function exportArchive(pool: pg.Pool, options: ExportOptions): Promise<ExportReport> {
  const { folder, signal } = options;
  const chain = await readChain(folder);
  const draft = await beginDraft(folder, chain.length + 1);
  try {
    const made = await withCopyConnection(pool, signal, async (client) => exportRows(client, draft, chain, options));
    const files = await exportFiles(pool, draft, made, options);
    await writeManifest(draft, made);
    await rename(draft, join(folder, incrementName(made.increment)));
    const sumOf = (kind: string) => made.parts.reduce((sum, part) => sum + (part.kind === kind ? part.rows : 0), 0);
    return {
      increment: made.increment,
      full: made.from_rev === 0,
      posts: sumOf('posts'),
      tombstones: sumOf('tombstones'),
      bytes: made.parts.reduce((sum, { bytes }) => sum + bytes, 0),
      files,
    };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function exportRows(
  client: pg.PoolClient,
  draft: string,
  chain: readonly Increment[],
  { full, importer, now, signal, pace, onProgress }: ExportOptions,
): Promise<ExportManifest> {
  const last = chain.at(-1);
  const horizon = await safeHorizon(client, signal);
  await client.query('begin isolation level repeatable read read only');
  // PostgreSQL's cost of parallel tuples ignores that printing a row as JSON is expensive: with the default it would not use parallel processes.
  await client.query('set local parallel_tuple_cost = 0');
  const { rows } = await client.query<{ database: string; epoch: string }>(READ_IDENTITY);
  const [identity] = rows;
  if (identity === undefined) throw new Error('a select without a table returns one row');
  const { database, epoch } = identity;
  if (last !== undefined && last.manifest.database !== database && !full) {
    throw new ExportError(
      'other_database',
      'the folder has the export of another database. If this one was restored from a backup of that one, add --full; else choose an empty folder',
    );
  }
  // A restored database reuses revs, and lacks some of the exported rows.
  const continues = last !== undefined && !full && last.manifest.epoch === Number(epoch);
  const fromRev = continues ? last.manifest.to_rev : 0;
  const { rows: estimates } = await client.query<{ posts: string }>(ESTIMATE_POSTS);
  const total = fromRev === 0 ? Number(estimates[0]?.posts ?? 0) : null;
  let done = 0;
  const parts: ExportPart[] = [];
  for (const planned of planParts(await listBoards(client), fromRev, importer)) {
    const onRows = (count: number) => {
      if (planned.kind === 'posts') onProgress('posts', (done += count), total);
    };
    parts.push(await writePart(client, draft, planned, { onRows, pace, signal }));
  }
  await client.query('commit');
  return {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    increment: chain.length + 1,
    previous: last?.sha256 ?? null,
    made_at: now.toISOString(),
    database,
    epoch: Number(epoch),
    from_rev: fromRev,
    to_rev: horizon,
    parts,
  };
}

async function exportFiles(
  pool: pg.Pool,
  draft: string,
  { parts }: ExportManifest,
  { folder, datastores, signal, pace, onProgress }: ExportOptions,
): Promise<CopiedFiles | null> {
  const part = parts.find(({ kind }) => kind === 'files');
  if (datastores === null || part === undefined) return null;
  let done = 0;
  return copyFiles(pool, datastores, folder, hashesOf(draft, part), {
    onFile: () => onProgress('files', ++done, part.rows),
    pace,
    signal,
  });
}

async function* hashesOf(folder: string, part: ExportPart): AsyncGenerator<readonly string[]> {
  for await (const lines of readLines(folder, part, 1_000)) {
    yield lines.map((line) => (JSON.parse(line) as { sha256: string }).sha256);
  }
}

async function writeManifest(draft: string, manifest: ExportManifest): Promise<void> {
  const path = join(draft, MANIFEST_NAME);
  await writeFile(path, `${JSON.stringify(manifest, null, 2)}\n`);
  await syncFile(path);
  await syncFile(draft);
}
