/** `sagasu import json`: folders of threads in the JSON of 4chan's API. */
import { Command } from 'commander';
import { importJson, type JsonTarget } from '../json/import-json.ts';
import type { JsonReport } from '../json/report.ts';
import { fourChan } from '../../../scraper/sources/four-chan/source.ts';
import { listBoards, upsertBoard } from '../../../store/boards/boards.ts';
import { createSlices } from '../../../store/slices.ts';
import { ProgressLine } from '../../../platform/progress-line.ts';
import { withDatabase, withImporter } from '../../../cli/stores.ts';
import { formatTable } from '../../../cli/table.ts';
import { EXIT } from '../../../cli/exit-codes.ts';
import { resultsOf, withImportTasks, type ImportTasks, type Results } from './import-tasks.ts';
import { isIncomplete, printMedia, takeMedia } from './media.ts';

interface JsonImportOptions {
  readonly board?: string;
  readonly media?: string;
  readonly copyMedia: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

export function jsonCommand(): Command {
  return new Command('json')
    .description("Import a folder of threads in the JSON of 4chan's API, whatever program saved them")
    .argument('<folder>', 'the folder; folders below it name the boards: g/123.json, g/thread/123.json.gz')
    .option('--board <name>', 'the board of all files, if no folder names it')
    .option('--media <folder>', 'take in files too, from a folder with the folders of boards; it may be the same')
    .option('--copy-media', 'copy files even where a hard link is possible', false)
    .option('--dry-run', 'read everything and write nothing', false)
    .option('--json', 'print the report as one JSON object in the last line', false)
    .addHelpText(
      'after',
      `
Files end in .json, .json.gz or .json.zst. Of several copies of a thread the last by path counts, and posts that it lacks are kept. A post
without a readable number, time or thread is refused alone; any other field that cannot be read is left out of its post. Lists of threads and catalogs are skipped. Nothing in the folder is changed.
Repeating an import changes nothing; after an interruption run the same command again.

Exit code 1: something was refused; the report says what.

Examples:
  $ sagasu import json /srv/threads --dry-run
  $ sagasu import json /srv/threads/g --board g --media /srv/threads`,
    )
    .action(runImport);
}

async function runImport(folder: string, options: JsonImportOptions): Promise<void> {
  const progress = new ProgressLine(process.stderr);
  try {
    await withImportTasks(folder, async (tasks) => importFolder(folder, options, tasks, progress));
  } finally {
    progress.end();
  }
}

async function importFolder(
  folder: string,
  options: JsonImportOptions,
  tasks: ImportTasks,
  progress: ProgressLine,
): Promise<Results> {
  const report = await withImporter(async (pool) => {
    const known = new Map((await listBoards(pool)).map((board) => [board.name, board]));
    const target: JsonTarget = {
      pool,
      slices: createSlices(pool),
      openBoard: async (name) => known.get(name) ?? withDatabase(async (owner) => upsertBoard(owner, newBoard(name))),
      watch: async (board) => tasks.begin(board),
      readThread: (body, thread) => fourChan.thread.read(body, thread),
      onPlan: (boards) => {
        if (!options.json) printPlan(boards, new Set(known.keys()));
      },
      onProgress: (posts, share) => progress.show('Writing', posts, share),
    };
    return importJson(folder, target, {
      board: options.board?.replace(/^\/(.*)\/$/, '$1') ?? null,
      dryRun: options.dryRun,
      now: new Date(),
    });
  });
  progress.end();
  if (!options.json) printReport(report);
  const media =
    options.media === undefined ? null : await takeMedia(report, options.media, options, { tasks, progress });
  progress.end();
  if (options.json) console.log(JSON.stringify({ ...report, ...(media !== null && { media }) }));
  else if (media !== null && media.length > 0) printMedia(media);
  const isRefused = [report.refused_files, ...report.boards.map(({ refused }) => refused)].some(
    (counts) => sumOf(counts) > 0,
  );
  if (isRefused || (media?.some(isIncomplete) ?? false)) process.exitCode ??= EXIT.failure;
  return resultsOf(report.boards, media);
}

/** The forum is closed, so nothing is harvested until an admin opens it. */
function newBoard(name: string) {
  const place = { source: '4chan' as const, url: 'https://a.4cdn.org', mediaUrl: 'https://i.4cdn.org' };
  return { name, title: name, worksafe: false, ...place, closed: true };
}

function printPlan(boards: ReadonlyMap<string, number>, known: ReadonlySet<string>): void {
  console.log(
    formatTable([...boards], {
      BOARD: ([name]) => `/${name}/`,
      HERE: ([name]) => (known.has(name) ? 'merged' : 'new'),
      FILES: ([, files]) => String(files),
    }),
  );
}

function printReport({ dry_run: isDry, boards, ...rest }: JsonReport): void {
  console.log(isDry ? '\nNothing was written. An import would do this, if no post is stored yet:' : '\nDone:');
  console.log(
    formatTable(boards, {
      BOARD: ({ board }) => `/${board}/`,
      THREADS: ({ threads }) => String(threads),
      READ: ({ read }) => String(read),
      IMPORTED: ({ imported }) => String(imported),
      UNCHANGED: ({ unchanged }) => String(unchanged),
      SKIPPED: ({ skipped }) => String(sumOf(skipped)),
      REFUSED: ({ refused }) => String(sumOf(refused)),
    }),
  );
  for (const [what, counts] of [
    ['skipped', rest.skipped_files],
    ['refused', rest.refused_files],
  ] as const) {
    const named = Object.entries(counts).map(([name, count]) => `${name.replaceAll('_', ' ')} ${count}`);
    if (named.length > 0) console.log(`Files ${what}: ${named.join(', ')}`);
  }
  const shortened = boards.reduce((sum, { shortened_texts: texts }) => sum + texts, 0);
  if (shortened > 0) console.log(`Texts that are too long, of which the beginning was stored: ${shortened}`);
  for (const { board, unreadable_fields: fields } of boards) {
    const named = Object.entries(fields).map(([name, count]) => `${name} ${count}`);
    if (named.length > 0) console.log(`Unreadable fields left out, /${board}/: ${named.join(', ')}`);
  }
  for (const sample of rest.refused_samples) console.log(`  ${sample}`);
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
