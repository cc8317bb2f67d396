/** `sagasu import archive`: what `sagasu export archive` wrote. */
import { resolve } from 'node:path';
import { Command } from 'commander';
import { importArchive, type ArchiveReport } from '../../copies/archive/import-archive.ts';
import { readConfig } from '../../platform/config.ts';
import { Datastores } from '../../platform/datastore/datastores.ts';
import { banMedia } from '../../scraper/media/ban.ts';
import { incomingFolder } from '../media/with-datastores.ts';
import { ProgressLine } from '../progress-line.ts';
import { removalLog, withDatabase } from '../stores.ts';
import { formatTable } from '../table.ts';
import { interruptSignal } from './interrupt.ts';

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

Exit code 1: files are missing in the folder.

Example:
  $ sagasu import archive /mnt/archive`,
    )
    .action(runImport);
}

async function runImport(folder: string, { files, json }: ImportOptions): Promise<void> {
  const progress = new ProgressLine(process.stderr);
  try {
    const report = await withDatabase(async (pool) => {
      const datastores = new Datastores(pool, readConfig());
      try {
        return await importArchive(resolve(folder), {
          pool,
          files: files ? { pool, datastores, incoming: incomingFolder() } : null,
          ban: async (hash, reason) => void (await banMedia(pool, hash, 'import', reason, removalLog())),
          now: new Date(),
          signal: interruptSignal(),
          onProgress: (step, done, total) =>
            progress.show(step === 'rows' ? 'Writing' : 'Checking', done, total === 0 ? 1 : done / total),
        });
      } finally {
        await datastores.close();
      }
    });
    progress.end();
    if (json) console.log(JSON.stringify(report));
    else printReport(report);
    if ((report.files?.missing ?? 0) > 0) process.exitCode = 1;
  } finally {
    progress.end();
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
  if (files !== null)
    console.log(`Files: ${files.stored} stored, ${files.present} here already, ${files.missing} missing.`);
}
