/** `sagasu import asagi`: posts of other archives' databases and dumps. */
import { Command, Option } from 'commander';
import type pg from 'pg';
import type { Board } from '../../../mappings/board.ts';
import type { Clock } from '../asagi/clock.ts';
import { describeDamage } from '../asagi/damage-count.ts';
import { CONNECTIONS, importAsagi, type ImportTarget } from '../asagi/import-asagi.ts';
import type { Plan, PlannedBoard } from '../asagi/plan.ts';
import type { BoardReport, ImportReport } from '../asagi/report.ts';
import { ASAGI_COLUMNS } from '../asagi/tables.ts';
import type { RowSource } from '../dump/batch.ts';
import { openSource } from '../dump/open-source.ts';
import { readConfig } from '../../../platform/config.ts';
import { banMedia } from '../../../scraper/media/ban.ts';
import { listBoards, upsertBoard } from '../../../store/boards/boards.ts';
import { finishBulkLoads, pauseAutovacuum } from '../../../store/bulk-load.ts';
import { createSlices } from '../../../store/slices.ts';
import { EXIT } from '../../../cli/exit-codes.ts';
import { resultsOf, withImportTasks, type ImportTasks, type Results } from './import-tasks.ts';
import { isIncomplete, printMedia, takeMedia } from './media.ts';
import { ProgressLine } from '../../../platform/progress-line.ts';
import { removalLog, withDatabase, withImporter } from '../../../cli/stores.ts';
import { formatTable } from '../../../cli/table.ts';

interface ImportOptions {
  readonly boards?: string;
  readonly clock?: 'new-york' | 'utc';
  readonly dryRun: boolean;
  readonly json: boolean;
  readonly media?: string;
  readonly copyMedia: boolean;
  readonly withRemoved: boolean;
  readonly fromStart: boolean;
  readonly repairEncoding: boolean;
}

export function asagiCommand(): Command {
  return new Command('asagi')
    .description('Import the database of an archive that runs Asagi, or a program with the same tables, and FoolFuuka')
    .argument('<source...>', 'dump files, an SQLite file, or the address of one database')
    .option('--boards <names>', 'only these boards, e.g. g,a (default: all that the source does not hide)')
    .addOption(
      new Option('--clock <clock>', 'the clock of the times, if the program cannot find it out').choices([
        'new-york',
        'utc',
      ]),
    )
    .option('--media <folder>', 'take in the files too, from the folder with the folders of boards (g/image, g/thumb)')
    .option('--copy-media', 'copy files even where a hard link is possible', false)
    .option(
      '--with-removed',
      'also what moderators of the source removed (x_deleted): stored hidden, and without files',
      false,
    )
    .option('--repair-encoding', 'store texts that were encoded twice as they were: Göran for GÃ¶ran', false)
    .option('--from-start', 'read all rows of a database that was imported before, not only what is new', false)
    .option('--dry-run', 'read everything and write nothing', false)
    .option('--json', 'print the report as one JSON object in the last line', false)
    .addHelpText(
      'after',
      `
An address is mysql://USER@HOST/DATABASE or postgresql://USER@HOST/DATABASE, with ?tls=1 for an encrypted connection and
?socket=PATH for a Unix socket. The password is in the address or in SAGASU_IMPORT_PASSWORD. A user that may only read is
enough. The second import of a database reads only what is new or was deleted since.

Dump files are those of mysqldump, mariadb-dump and pg_dump, of mysqldump --tab (.txt), and the CSV files that archives
publish (.csv, named after the board); plain or compressed with gzip or zstd. The source is only read.

Every source is read twice: first to find out which boards it has and which clock their times are from, then to write.
Repeating an import changes nothing; after an interruption run the same command again, and it goes on where it was. Posts
that are stored already keep what they have, and only what is missing is filled in.

--media FOLDER takes in files for the posts that state their MD5, by hard link where the disk and the owner allow it. Nothing in the
folder is changed. Other content than a post states, and what no post names, is reported and left.

Exit code 1: something could not be read; the report says what. The report of an interrupted import of a dump, run again, is
about the whole dump; that of a running database is about what it read this time. docs/MIGRATION.md is a guide.

Examples:
  $ sagasu import asagi --dry-run asagi.sql.gz
  $ sagasu import asagi --boards g,a asagi.sql.gz
  $ sagasu import asagi asagi.sql.gz --media /srv/asagi/boards
  $ SAGASU_IMPORT_PASSWORD=... sagasu import asagi mysql://reader@db.example/asagi`,
    )
    .action(runImport);
}

async function runImport(sources: readonly string[], options: ImportOptions): Promise<void> {
  const source = await openSource(sources, ASAGI_COLUMNS, readConfig().importPassword);
  const progress = new ProgressLine(process.stderr);
  try {
    await withImportTasks(source.name, async (tasks) => importSource(source, options, tasks, progress));
  } finally {
    progress.end();
    await source.close();
  }
}

async function importSource(
  source: RowSource,
  options: ImportOptions,
  tasks: ImportTasks,
  progress: ProgressLine,
): Promise<Results> {
  const report = await withBoth(async (pool, owner) => {
    const known = new Map((await listBoards(pool)).map((board) => [board.name, board]));
    const target: ImportTarget = {
      pool,
      slices: createSlices(pool),
      bulkRows: BULK_ROWS,
      pauseAutovacuum: async ({ id }) => pauseAutovacuum(owner, id),
      openBoard: async (planned) => {
        const board = known.get(planned.name) ?? (await upsertBoard(owner, boardOf(planned)));
        await tasks.begin(board);
        return board;
      },
      watchOf: (board) => tasks.of(board),
      isStopped: () => tasks.isStopped(),
      ban: async (hashes) => {
        for (const hash of hashes)
          await banMedia(owner, Buffer.from(hash, 'hex'), 'import', 'banned in the imported archive', removalLog());
      },
      onPlan: (plan) => {
        progress.end();
        if (!options.json) printPlan(plan, source, known);
      },
      onProgress: (pass, rows, share) => progress.show(pass === 'reading' ? 'Reading' : 'Writing', rows, share),
    };
    return importAsagi(source, target, {
      boards: options.boards?.split(',').map((name) => name.trim().replace(/^\/(.*)\/$/, '$1')) ?? [],
      clock: options.clock === undefined ? null : CLOCKS[options.clock],
      dryRun: options.dryRun,
      withRemoved: options.withRemoved,
      fromStart: options.fromStart,
      repairEncoding: options.repairEncoding,
      now: new Date(),
    });
  });
  if (!options.dryRun) await withDatabase(finishBulkLoads, { statementTimeoutMs: VACUUM_MS });
  progress.end();
  if (!options.json) printReport(report);
  // Posts that moderators removed have a list of their own, and are imported without files.
  const boards = report.boards.filter(({ board, table }) => table === board);
  const media =
    options.media === undefined ? null : await takeMedia({ boards }, options.media, options, { tasks, progress });
  progress.end();
  if (options.json) console.log(JSON.stringify({ ...report, ...(media !== null && { media }) }));
  else if (media !== null && media.length > 0) printMedia(media);
  if (
    (media?.some(isIncomplete) ?? false) ||
    report.damage.length > 0 ||
    report.left_out.length > 0 ||
    report.boards.some(({ refused }) => sumOf(refused) > 0)
  ) {
    process.exitCode ??= EXIT.failure;
  }
  return resultsOf(boards, media);
}

/** The importer's role writes posts; the owner's role writes boards, bans and table settings. */
async function withBoth<T>(work: (pool: pg.Pool, owner: pg.Pool) => Promise<T>): Promise<T> {
  return withDatabase(async (owner) =>
    withImporter(async (pool) => work(pool, owner), { maxConnections: CONNECTIONS }),
  );
}

const BULK_ROWS = 100_000;
/** Enough for a VACUUM of a partition with 50,000,000 posts on a slow disk. */
const VACUUM_MS = 12 * 3600 * 1000;

const CLOCKS: Readonly<Record<'new-york' | 'utc', Clock>> = { 'new-york': 'new_york', utc: 'utc' };

/** The forum is closed, so nothing is harvested until an admin opens it. The source of a board of the archive's own does not exist. */
function boardOf({ name, title, isArchive }: PlannedBoard) {
  const place = isArchive
    ? { source: '4chan' as const, url: 'https://a.4cdn.org', mediaUrl: 'https://i.4cdn.org' }
    : { source: 'foolfuuka' as const, url: 'https://imported.invalid', mediaUrl: 'https://imported.invalid' };
  return { name, title, worksafe: false, ...place, closed: true };
}

function printPlan(plan: Plan, source: RowSource, known: ReadonlyMap<string, Board>): void {
  console.log(`${source.name}:`);
  console.log(
    formatTable(plan.boards, {
      BOARD: ({ name, isRemoved }) => (isRemoved ? `/${name}/, removed posts` : `/${name}/`),
      HERE: ({ name }) => (known.has(name) ? 'merged' : 'new'),
      ROWS: ({ rows }) => String(rows),
      'WRITTEN BY': ({ dialect }) => dialect.name,
      CLOCK: ({ clock }) => clock.replace('_', ' '),
      'FOUND BY': ({ clockFoundBy }) => clockFoundBy,
    }),
  );
  for (const { table, reason } of plan.leftOut) console.log(`Left out: ${table}: ${reason}.`);
}

const MAX_PRINTED = 20;

function printReport(report: ImportReport): void {
  const { dry_run: isDry, boards, damage, banned_files: banned } = report;
  console.log(isDry ? '\nNothing was written. An import would do this, if no post is stored yet:' : '\nDone:');
  console.log(
    formatTable(boards, {
      BOARD: ({ board, table }) => (table === board ? `/${board}/` : `/${board}/, removed posts`),
      READ: ({ read }) => String(read),
      IMPORTED: ({ imported }) => String(imported),
      UNCHANGED: ({ unchanged }) => String(unchanged),
      SKIPPED: ({ skipped }) => String(sumOf(skipped)),
      REFUSED: ({ refused }) => String(sumOf(refused)),
      'UNCERTAIN TIMES': ({ uncertain_times: uncertain }) => String(uncertain),
    }),
  );
  for (const board of boards) printDetails(board);
  if (banned > 0) console.log(`${banned} files are banned, as in the source.`);
  for (const part of damage.slice(0, MAX_PRINTED)) console.log(`Damaged: ${describeDamage(part)}.`);
  const { damaged_parts: parts, lost_rows: lost } = report;
  if (parts > MAX_PRINTED) console.log(`${parts - MAX_PRINTED} more parts are damaged; --json lists up to 1,000.`);
  if (parts > 0)
    console.log(
      `Damaged parts: ${parts}, lost rows: ${lost}${damage.some((one) => one.lost === null) ? ' at least' : ''}.`,
    );
}

function printDetails(report: BoardReport): void {
  const {
    board,
    skipped,
    refused,
    refused_samples: samples,
    flags,
    conflicts,
    doubly_encoded: twice,
    repaired,
  } = report;
  const lists = { skipped, refused, flagged: flags };
  for (const [what, counts] of Object.entries(lists)) {
    const named = Object.entries(counts).map(([name, count]) => `${name.replaceAll('_', ' ')} ${count}`);
    if (named.length > 0) console.log(`/${board}/ ${what}: ${named.join(', ')}`);
  }
  for (const sample of samples) console.log(`  ${sample}`);
  if (twice > 0) {
    const what = repaired > 0 ? 'were repaired' : 'stay so; --repair-encoding stores them as they were';
    console.log(`/${board}/ encoded twice (GÃ¶ran for Göran): ${twice} texts, which ${what}`);
  }
  for (const [column, { posts, samples: nums }] of Object.entries(conflicts))
    console.log(`/${board}/ keeps its own ${column} of ${posts} posts, e.g. ${nums.join(', ')}`);
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
