import { ImportError } from '../import-error.ts';
import { isDatabaseUrl } from '../live/live-database.ts';
import { openLive, type LiveColumns } from '../live/live-source.ts';
import type { RowSource } from './batch.ts';
import { fileSource, type FileColumns } from './file-source.ts';
import { kindOfFile } from './open-file.ts';
import { sqliteSource } from './sqlite-source.ts';

export interface SourceColumns extends LiveColumns, FileColumns {}

/**
 * Opens a live database, dump files, or one SQLite file.
 * @param password of the database, for addresses without one
 * @throws ImportError
 */
export async function openSource(
  sources: readonly string[],
  columns: SourceColumns,
  password: string | null = null,
): Promise<RowSource> {
  const [first = ''] = sources;
  if (sources.some(isDatabaseUrl)) {
    if (sources.length === 1) return openLive(first, password, columns);
    throw new ImportError('source', 'import one database at a time, and not together with files');
  }
  const kinds = await Promise.all(sources.map(kindOfFile));
  return kinds.length === 1 && kinds[0] === 'sqlite' ? sqliteSource(first) : fileSource(sources, columns);
}
