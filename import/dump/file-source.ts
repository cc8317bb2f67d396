/** Dump files as one source. */
import { basename } from 'node:path';
import { ImportError } from '../import-error.ts';
import type { Batch, ReadOptions, RowSource, Wanted } from './batch.ts';
import { keyOfFiles } from './key-of-files.ts';
import { LineReader } from './line-readers.ts';
import { kindOfFile, openFile, type OpenFile } from './open-file.ts';
import { SqlReader } from './sql-reader.ts';

interface Reader {
  push(chunk: Buffer): readonly Batch[];
  end(): readonly Batch[];
}

/** @param csvColumns the columns of CSV files, which have no heading */
export function fileSource(paths: readonly string[], csvColumns: readonly string[]): RowSource {
  const routines = new Set<string>();
  let current: OpenFile | null = null;
  let before = 0;
  return {
    isLive: false,
    name: paths.join(', '),
    key: keyOfFiles(paths),
    routines,
    progress: () => (before + (current?.progress() ?? 0)) / paths.length,
    async *read(wanted, { columns } = {}) {
      for (const [index, path] of paths.entries()) {
        let isCut = false;
        const file = await openFile(path, () => (isCut = true));
        [current, before] = [file, index];
        const reader = await readerOf(path, csvColumns, wanted, columns);
        for await (const chunk of file.chunks) yield* reader.push(chunk);
        yield* reader.end();
        if (isCut) yield cut(path);
        if (reader instanceof SqlReader) for (const name of reader.routines) routines.add(name);
      }
    },
    close: async () => Promise.resolve(),
  };
}

function cut(path: string): Batch {
  const damage = [{ table: null, kind: 'cut' as const, detail: `the compressed file ${basename(path)} is cut off` }];
  return { table: '', shape: null, rows: [], damage };
}

async function readerOf(
  path: string,
  csvColumns: readonly string[],
  wanted: Wanted,
  columns: ReadOptions['columns'],
): Promise<Reader> {
  if ((await kindOfFile(path)) === 'sqlite') {
    throw new ImportError('format', `${path} is an SQLite database; import it alone, not together with dump files`);
  }
  const name = basename(path).replace(/\.(?:gz|zst)$/i, '');
  const table = name.replace(/\..*$/, '');
  if (/\.csv$/i.test(name)) return wanted(table, csvColumns) ? LineReader.csv(table, csvColumns) : NOTHING;
  if (/\.(?:txt|tsv)$/i.test(name)) return wanted(table, null) ? LineReader.tab(table) : NOTHING;
  return new SqlReader(wanted, columns);
}

/** For a file of a table that is not wanted. */
const NOTHING: Reader = { push: () => [], end: () => [] };
