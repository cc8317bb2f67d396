/** Imports the boards of an Asagi database: one pass surveys it, a second one writes. Safe to repeat. */
import type { Board } from '../../../mappings/board.ts';
import type { RowSource } from '../dump/batch.ts';
import { ImportError } from '../import-error.ts';
import { READ_COLUMNS } from './columns.ts';
import { describeDamage } from './damage-count.ts';
import { planImport, type Plan, type PlanOptions, type PlannedBoard } from './plan.ts';
import { readPositions, type Position } from './positions.ts';
import type { ImportReport } from './report.ts';
import { surveySource, type Survey } from './survey.ts';
import { boardOfRemoved, hasPosts } from './tables.ts';
import { BoardWriter, type WriteContext } from './write-board.ts';

export interface ImportOptions extends PlanOptions {
  readonly dryRun: boolean;
  /** Also imports posts that the source's moderators removed; they are stored hidden. */
  readonly withRemoved: boolean;
  /** Stores texts that were encoded twice as they were. */
  readonly repairEncoding: boolean;
  /** Reads all rows of a database that was imported before, not only new ones. */
  readonly fromStart: boolean;
}

/** Functions that the command supplies. */
export interface ImportTarget extends Omit<WriteContext, 'now' | 'repairEncoding'> {
  /** Returns the board with this name; creates it if it is missing. */
  readonly openBoard: (planned: PlannedBoard) => Promise<Board>;
  /** Bans files by MD5, in hexadecimal. */
  readonly ban: (hashes: ReadonlySet<string>) => Promise<void>;
  /** True if the imports of all boards were cancelled. */
  readonly isStopped: () => boolean;
  readonly onPlan: (plan: Plan) => void;
  readonly onProgress: (pass: 'reading' | 'writing', rows: number, share: number) => void;
}

type Positions = ReadonlyMap<string, Position>;
type Writers = ReadonlyMap<string, BoardWriter>;

const WRITTEN: ReadonlySet<string> = new Set(READ_COLUMNS);

/** The number of boards whose rows are collected at the same time, while one more board is written. */
const AT_ONCE = 3;
/** Two connections per board: a range is staged while the one before it is written. */
export const CONNECTIONS = 2 * (AT_ONCE + 1);

/** @throws ImportError if there is nothing to import. */
export async function importAsagi(
  source: RowSource,
  target: ImportTarget,
  options: ImportOptions,
): Promise<ImportReport> {
  const stored: Positions = options.fromStart ? new Map() : await readPositions(target.pool, source.key);
  const { survey, positions } = await surveyFrom(source, stored, target, options);
  const plan = planImport(survey, source, positions, options);
  target.onPlan(plan);
  const isFound = plan.boards.length > 0 || plan.leftOut.some(({ table }) => survey.boards.has(table));
  if (!isFound && positions.size === 0) {
    throw nothingToImport(source, survey, options.boards);
  }
  // Bans come first, so that these files are never served.
  if (!options.dryRun) await target.ban(survey.banned);
  const writers = new Map<string, BoardWriter>();
  for (const planned of plan.boards) {
    const board = options.dryRun ? null : await target.openBoard(planned);
    const position = planned.isRemoved ? null : (positions.get(planned.name) ?? null);
    const continuation = { key: source.key, isLive: source.isLive, position };
    writers.set(
      planned.table,
      new BoardWriter(
        planned,
        board,
        { ...target, now: options.now, repairEncoding: options.repairEncoding },
        continuation,
      ),
    );
  }
  // Removed posts come last: they must not hide posts that the source still shows.
  const removed = new Map(
    plan.boards.flatMap(({ table, isRemoved }) => (isRemoved ? [[table, writers.get(table)] as const] : [])),
  );
  const progress = counter(source, target);
  const ofPosts = new Map([...writers].filter(([table]) => !removed.has(table)));
  await writeAll(source, ofPosts, positions, target.isStopped, progress);
  if (removed.size > 0 && !target.isStopped()) {
    const ofRemoved = new Map([...writers].filter(([table]) => removed.has(table)));
    await writeAll(source, ofRemoved, new Map(), target.isStopped, progress);
  }
  return {
    dry_run: options.dryRun,
    boards: [...writers.values()].map(({ count }) => count.report()),
    left_out: plan.leftOut,
    banned_files: survey.banned.size,
    damage: survey.damage.named,
    damaged_parts: survey.damage.parts,
    lost_rows: survey.damage.rows,
  };
}

function nothingToImport(source: RowSource, { damage }: Survey, boards: readonly string[]): ImportError {
  const defined = [...source.tables].flatMap(([table, columns]) =>
    hasPosts(columns) && boardOfRemoved(table) === null && (boards.length === 0 || boards.includes(table))
      ? [table]
      : [],
  );
  const [first] = damage.named;
  const unread =
    first === undefined ? '' : `. ${damage.parts} parts of it cannot be read; the first one: ${describeDamage(first)}`;
  if (defined.length > 0) {
    const names = defined.length > 5 ? `${defined.slice(0, 5).join(', ')}, …` : defined.join(', ');
    return new ImportError(
      'no_rows',
      `${source.name} defines the tables of ${defined.length} boards (${names}) but has no row of them. A dump with \`--no-data\` or \`--schema-only\` has none: dump the database without it${unread}`,
    );
  }
  return new ImportError(
    'no_boards',
    `${source.name} has no tables of Asagi's form${boards.length > 0 ? ' with these names' : ''}: a board has the columns num, subnum, thread_num, op, timestamp, media_orig and comment${unread}`,
  );
}

/** A table without the last imported row is a different table, and is read from its beginning. */
async function surveyFrom(
  source: RowSource,
  stored: Positions,
  target: ImportTarget,
  { withRemoved }: ImportOptions,
): Promise<{ readonly survey: Survey; readonly positions: Positions }> {
  const look = (positions: Positions) =>
    surveySource(source, { withRemoved, positions }, (rows) => target.onProgress('reading', rows, source.progress()));
  const survey = await look(stored);
  const positions = new Map([...stored].filter(([name]) => survey.boards.get(name)?.isKnown === true));
  if (!source.isLive || positions.size === stored.size) return { survey, positions };
  return { survey: await look(positions), positions };
}

function counter(source: RowSource, target: ImportTarget): (rows: number) => void {
  let rows = 0;
  return (more) => target.onProgress('writing', (rows += more), source.progress());
}

async function writeAll(
  source: RowSource,
  writers: Writers,
  positions: Positions,
  isStopped: () => boolean,
  onRows: (rows: number) => void,
): Promise<void> {
  try {
    await writeRows(source, writers, positions, isStopped, onRows);
    for (const writer of writers.values()) await writer.finish();
  } finally {
    // Also after an error, since the caller then closes the connections.
    await Promise.all([...writers.values()].map((writer) => writer.settle()));
  }
}

async function writeRows(
  source: RowSource,
  writers: Writers,
  positions: Positions,
  isStopped: () => boolean,
  onRows: (rows: number) => void,
): Promise<void> {
  const collecting = new Set<BoardWriter>();
  for await (const batch of source.read((table) => writers.has(table), { from: positions, columns: WRITTEN })) {
    const writer = writers.get(batch.table);
    if (writer === undefined) continue;
    await writer.add(batch);
    if (isStopped()) return;
    collecting.delete(writer);
    collecting.add(writer);
    const [oldest] = collecting;
    if (collecting.size > AT_ONCE && oldest !== undefined) {
      collecting.delete(oldest);
      await oldest.written();
    }
    onRows(batch.rows.length);
  }
}
