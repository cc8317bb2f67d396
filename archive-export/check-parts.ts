/**
 * Reads all parts of all increments before the import writes anything. It checks that each part matches its manifest and that each line can
 * be stored. An error names the part, the line and the field.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportPart, PartKind } from '../mappings/archive-export.ts';
import { boardProblems, sentenceOf, type BoardInput } from '../store/boards/boards.ts';
import type { SourceKind } from '../mappings/sources.ts';
import { ExportError } from './export-error.ts';
import { readLines, type Increment } from './chain.ts';
import { checkLine } from './check-line.ts';

type Row = Readonly<Record<string, unknown>>;

/** Kinds with one part for each board. */
const OF_BOARDS: ReadonlySet<PartKind> = new Set(['posts', 'tombstones']);

/** The key of a row. The statements that store rows do not accept the same key twice. */
const KEYS: Partial<Record<PartKind, (row: Row) => string>> = {
  boards: ({ name }) => String(name),
  posts: ({ num, subnum }) => `${String(num)}.${String(subnum)}`,
  tombstones: ({ num, subnum }) => `${String(num)}.${String(subnum)}`,
  threads: ({ board, thread }) => `${String(board)}.${String(thread)}`,
};

export interface PartWatch {
  readonly signal: AbortSignal;
  readonly pace: () => Promise<void>;
  readonly onPart: (done: number, total: number) => void;
}

/** @param range The number of lines that are stored together. @throws ExportError `manifest_invalid`, `line_invalid` */
export async function checkParts(chain: readonly Increment[], range: number, watch: PartWatch): Promise<void> {
  const total = chain.reduce((sum, { manifest }) => sum + manifest.parts.length, 0);
  let done = 0;
  const boards = new Set<string>();
  for (const increment of chain) assertManifest(increment);
  const last = chain.at(-1);
  for (const increment of chain) {
    for (const part of increment.manifest.parts) {
      watch.onPart(done++, total);
      const rows = await checkPart(increment, part, range, watch);
      if (increment === last && part.kind === 'boards') for (const { name } of rows) boards.add(String(name));
    }
  }
  for (const { folder, manifest } of chain) {
    for (const { board } of manifest.parts) {
      if (board === undefined || boards.has(board)) continue;
      throw new ExportError(
        'manifest_invalid',
        `${folder} has posts of a board that the export does not list: ${board}`,
      );
    }
  }
}

function assertManifest({ folder, manifest }: Increment): void {
  const names = new Set<string>();
  for (const { name, kind, board } of manifest.parts) {
    const fault = names.has(name)
      ? 'is listed twice'
      : OF_BOARDS.has(kind) !== (board !== undefined)
        ? `must ${OF_BOARDS.has(kind) ? '' : 'not '}name a board`
        : null;
    if (fault !== null) throw new ExportError('manifest_invalid', `${folder}: the part ${name} ${fault}`);
    names.add(name);
  }
  if (manifest.from_rev > manifest.to_rev) {
    throw new ExportError('manifest_invalid', `${folder}: from_rev is above to_rev`);
  }
}

/** Returns the rows of the part of boards only, since other parts may have millions of rows. */
async function checkPart(
  { folder }: Increment,
  part: ExportPart,
  range: number,
  { signal, pace }: PartWatch,
): Promise<readonly Row[]> {
  const path = join(folder, part.name);
  const { size } = await stat(path);
  if (size !== part.bytes) {
    throw new ExportError('manifest_invalid', `${path} has ${size} bytes, and its manifest says ${part.bytes}`);
  }
  const kept: Row[] = [];
  let count = 0;
  let seen = new Set<string>();
  for await (const lines of readLines(folder, part, range)) {
    signal.throwIfAborted();
    await pace();
    // Ranges are stored one after the other, but lists as a whole.
    if (OF_BOARDS.has(part.kind)) seen = new Set();
    for (const line of lines) {
      count++;
      if (count > part.rows) throw wrongCount(path, 'more', part);
      const row = checkedRow(part, line, (fault) => lineError(path, count, fault));
      const key = KEYS[part.kind]?.(row);
      if (key !== undefined && seen.has(key)) throw lineError(path, count, `repeats the row ${key}`);
      if (key !== undefined) seen.add(key);
      if (part.kind === 'boards') kept.push(row);
    }
  }
  if (count !== part.rows) throw wrongCount(path, String(count), part);
  return kept;
}

function wrongCount(path: string, count: string, { rows }: ExportPart): ExportError {
  return new ExportError('manifest_invalid', `${path} has ${count} rows, and its manifest says ${rows}`);
}

function checkedRow({ kind }: ExportPart, line: string, error: (fault: string) => ExportError): Row {
  const checked = checkLine(kind, line);
  if (checked.fault !== undefined) throw error(checked.fault);
  if (kind === 'boards') {
    const [problem] = boardProblems(boardOf(checked.row));
    if (problem !== undefined) throw error(sentenceOf(problem));
  }
  return checked.row;
}

function boardOf(row: Row): BoardInput {
  const { name, title, worksafe, source, source_name, url, media_url, slice_size } = row as {
    readonly name: string;
    readonly title: string;
    readonly worksafe: boolean;
    readonly source: SourceKind;
    readonly source_name?: string;
    readonly url: string;
    readonly media_url: string;
    readonly slice_size: number;
  };
  const named = source_name === undefined ? {} : { sourceName: source_name };
  return { name, title, worksafe, source, ...named, url, mediaUrl: media_url, sliceSize: slice_size };
}

function lineError(path: string, line: number, fault: string): ExportError {
  return new ExportError('line_invalid', `${path}, line ${line}: ${fault}. Nothing was imported.`);
}
