/** `sagasu import archive`: imports the output of `sagasu export archive`. */
import { resolve } from 'node:path';
import { Command } from 'commander';
import { importArchive, type ArchiveReport } from '../../archive-export/import-archive.ts';
import { readConfig } from '../../platform/config.ts';
import { Datastores } from '../../platform/datastore/datastores.ts';
import { banMedia } from '../../scraper/media/ban.ts';
import { ensureDatastore } from '../../scraper/media/store-file.ts';
import { incomingFolder } from '../media/with-datastores.ts';
import { ProgressLine } from '../../platform/progress-line.ts';
import { removalLog, withDatabase } from '../stores.ts';
import { formatTable } from '../table.ts';
import { EXIT } from '../exit-codes.ts';
import { withArchiveTask, type ArchiveWatch } from './archive-task.ts';

interface ImportOptions {
  readonly files: boolean;
  readonly json: boolean;
}

export function importArchiveCommand(): Command {
  return new Command('archive')
    .description('Take in what sagasu export archive wrote')
    .argument('<folder>', 'the folder of the export')
    .option('--no-files', 'leave the files out')
    .option('--json', 'print the report as one JSON object in the last line', false)
    .addHelpText(
      'after',
      `
Every sum is checked before anything is written. Boards that are missing are made, closed: nothing is harvested before you
open them. Of a post that is here too, the version that was modified later counts; what was purged, hidden by moderators or
banned here stays so, and what was purged there is purged here. Repeating it changes nothing.

It is a task: sagasu tasks shows, pauses and cancels it.

Exit codes: 1 files are missing in the folder, 3 cancelled, 130 interrupted.

Example:
  $ sagasu import archive /mnt/archive`,
    )
    .action(runImport);
}

async function runImport(folder: string, options: ImportOptions): Promise<void> {
  const report = await withArchiveTask(
    {
      kind: 'import',
      options: { source: resolve(folder) },
      afterCancel: 'What was imported is kept; run the command again to go on.',
    },
    async (watch) => takeIn(folder, options, watch),
    ({ increments, boards, tombstones, files }) => ({
      increments,
      read: boards.reduce((sum, { read }) => sum + read, 0),
      added: boards.reduce((sum, { added }) => sum + added, 0),
      changed: boards.reduce((sum, { changed }) => sum + changed, 0),
      tombstones,
      ...(files !== null && { files: files.stored + files.present, missing: files.missing }),
    }),
  );
  if (report === null) return;
  if (options.json) console.log(JSON.stringify(report));
  else printReport(report);
  if ((report.files?.missing ?? 0) > 0) process.exitCode = EXIT.failure;
}

async function takeIn(
  folder: string,
  { files }: ImportOptions,
  { signal, pace, progress }: ArchiveWatch,
): Promise<ArchiveReport> {
  const line = new ProgressLine(process.stderr);
  try {
    return await withDatabase(async (pool) => {
      const datastores = new Datastores(pool, readConfig());
      try {
        if (files) await ensureDatastore({ datastores });
        return await importArchive(resolve(folder), {
          pool,
          files: files ? { pool, datastores, incoming: incomingFolder() } : null,
          ban: async (hash, reason) => void (await banMedia(pool, hash, 'import', reason, removalLog())),
          now: new Date(),
          signal,
          pace,
          onProgress: (step, done, total) => {
            line.show(step === 'rows' ? 'Writing' : 'Checking', done, total === 0 ? 1 : done / total);
            if (step === 'rows') progress(done, total, 'rows');
          },
        });
      } finally {
        await datastores.close();
      }
    });
  } finally {
    line.end();
  }
}

function printReport({ increments, boards, tombstones, files }: ArchiveReport): void {
  console.log(`${increments} ${increments === 1 ? 'increment' : 'increments'}; ${tombstones} posts purged.`);
  console.log(
    formatTable(boards, {
      BOARD: ({ board }) => `/${board}/`,
      READ: ({ read }) => String(read),
      ADDED: ({ added }) => String(added),
      CHANGED: ({ changed }) => String(changed),
      UNCHANGED: ({ unchanged }) => String(unchanged),
      OLDER: ({ older }) => String(older),
      PURGED: ({ purged }) => String(purged),
    }),
  );
  const shortened = boards.reduce((sum, { shortened: posts }) => sum + posts, 0);
  if (shortened > 0) console.log(`Posts with texts that are too long, of which the beginning was stored: ${shortened}`);
  if (files !== null)
    console.log(
      `Files: ${files.stored} stored, ${files.present} here already, ${files.left_out} left out (banned or deleted here, or shown by no post), ${files.missing} missing.`,
    );
}
