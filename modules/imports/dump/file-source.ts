/** Dump files as one source. */
import { basename } from 'node:path';
import { ImportError } from '../import-error.ts';
import type { Batch, ReadOptions, RowSource, TableShape, Wanted } from './batch.ts';
import { refuseForeignForm } from './foreign-form.ts';
import { keyOfFiles } from './key-of-files.ts';
import { LineReader } from './line-readers.ts';
import { kindOfFile, openFile, type OpenFile } from './open-file.ts';
import { SqlReader } from './sql-reader.ts';
import type { GuessColumns } from './unnamed-rows.ts';

interface Reader {
  push(chunk: Buffer): readonly Batch[];
  end(): readonly Batch[];
}

/** Columns that files do not state themselves. */
export interface FileColumns {
  /** The columns of CSV files without a heading. */
  readonly csv: readonly string[];
  readonly guess: GuessColumns;
}

export function fileSource(paths: readonly string[], columnsOf: FileColumns): RowSource {
  const routines = new Set<string>();
  /** The definitions of all files: mydumper writes definitions and rows into separate files. */
  const shapes = new Map<string, TableShape>();
  let current: OpenFile | null = null;
  let before = 0;
  return {
    isLive: false,
    name: paths.join(', '),
    key: keyOfFiles(paths),
    routines,
    get tables() {
      return new Map([...shapes].map(([table, { columns }]) => [table, columns]));
    },
    progress: () => (before + (current?.progress() ?? 0)) / paths.length,
    async *read(wanted, { columns } = {}) {
      for (const [index, path] of paths.entries()) {
        let isCut = false;
        const file = await openFile(path, () => (isCut = true));
        [current, before] = [file, index];
        const reader = await readerOf(path, columnsOf, shapes, wanted, columns);
        let isFirst = true;
        for await (const chunk of file.chunks) {
          if (isFirst) refuseForeignForm(path, chunk);
          isFirst = false;
          yield* reader.push(chunk);
        }
        yield* reader.end();
        if (isCut) yield cut(path);
        if (reader instanceof SqlReader) for (const name of reader.routines) routines.add(name);
      }
    },
    close: async () => Promise.resolve(),
  };
}

function cut(path: string): Batch {
  const file = basename(path);
  const damage = {
    table: null,
    kind: 'cut' as const,
    detail: 'the compressed file is cut off',
    file,
    statement: null,
    line: null,
    lost: null,
  };
  return { table: '', shape: null, rows: [], damage: [damage] };
}

async function readerOf(
  path: string,
  { csv, guess }: FileColumns,
  shapes: Map<string, TableShape>,
  wanted: Wanted,
  columns: ReadOptions['columns'],
): Promise<Reader> {
  if ((await kindOfFile(path)) === 'sqlite') {
    throw new ImportError('format', `${path} is an SQLite database; import it alone, not together with dump files`);
  }
  const file = basename(path);
  const name = file.replace(/\.(?:gz|zst)$/i, '');
  const table = name.replace(/\..*$/, '');
  if (/\.csv$/i.test(name)) return wanted(table, csv) ? LineReader.csv(table, file, csv) : NOTHING;
  if (/\.(?:txt|tsv)$/i.test(name)) return wanted(table, null) ? LineReader.tab(table, file, guess) : NOTHING;
  return new SqlReader(wanted, { columns: columns ?? null, guess, shapes, file });
}

/** The reader for a file of a table that is not wanted. */
const NOTHING: Reader = { push: () => [], end: () => [] };
