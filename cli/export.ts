/** `sagasu export`: the whole archive, for another Sagasu. */
import { resolve } from 'node:path';
import { Command } from 'commander';
import { exportArchive, type ExportReport } from '../archive-export/export-archive.ts';
import { readConfig } from '../platform/config.ts';
import { Datastores } from '../platform/datastore/datastores.ts';
import { EXIT } from './exit-codes.ts';
import { withArchiveTask, type ArchiveWatch } from './export/archive-task.ts';
import { ProgressLine } from '../platform/progress-line.ts';
import { withDatabase } from './stores.ts';
import { formatCount } from './tasks/format.ts';

interface ExportOptions {
  readonly full: boolean;
  readonly files: boolean;
  readonly json: boolean;
}

export function exportCommand(): Command {
  const command = new Command('export').description('Take posts and files out');
  command
    .command('archive')
    .description(
      'Write everything from which another Sagasu can be made equal to this one, or what is new since the last time',
    )
    .argument('<folder>', 'a new folder, or one with earlier increments')
    .option('--full', 'write every post again', false)
    .option('--no-files', 'leave the files out')
    .option('--json', 'print the report as one JSON object in the last line', false)
    .addHelpText(
      'after',
      `
The folder gets one more increment: posts that changed since the last one, and tombstones of purged posts, as compressed
NDJSON with checksums. It is for operators: hidden posts are in it. Addresses of posters and senders, accounts and keys never are.
docs/BACKUP.md describes the format. Take it in with sagasu import archive.

An export is a task: sagasu tasks shows, pauses and cancels it.

Exit codes: 1 files are missing in the datastores, 3 cancelled, 130 interrupted.

Example:
  $ sagasu export archive /mnt/archive`,
    )
    .action(runExport);
  return command;
}

async function runExport(folder: string, options: ExportOptions): Promise<void> {
  const report = await withArchiveTask(
    { kind: 'export', options: { folder: resolve(folder) }, afterCancel: 'The folder has no new increment.' },
    async (watch) => writeIncrement(folder, options, watch),
    ({ increment, full, posts, tombstones, bytes, files }) => ({
      increment,
      full,
      posts,
      tombstones,
      bytes,
      ...(files !== null && { files: files.copied + files.present, missing: files.missing.length }),
    }),
  );
  if (report === null) return;
  if (options.json) console.log(JSON.stringify(report));
  else printReport(report);
  if ((report.files?.missing.length ?? 0) > 0) process.exitCode = EXIT.failure;
}

async function writeIncrement(
  folder: string,
  { full, files }: ExportOptions,
  { signal, pace, progress }: ArchiveWatch,
): Promise<ExportReport> {
  const line = new ProgressLine(process.stderr);
  try {
    return await withDatabase(async (pool) => {
      const datastores = files ? new Datastores(pool, readConfig()) : null;
      try {
        return await exportArchive(pool, {
          folder: resolve(folder),
          full,
          datastores,
          now: new Date(),
          signal,
          pace,
          onProgress: (step, done, total) => {
            line.show(
              step === 'posts' ? 'Posts' : 'Files',
              done,
              total === null || total === 0 ? 0 : Math.min(1, done / total),
              step,
            );
            progress(done, total, step);
          },
        });
      } finally {
        await datastores?.close();
      }
    });
  } finally {
    line.end();
  }
}

function printReport({ increment, full, posts, tombstones, bytes, files }: ExportReport): void {
  const what = full ? 'every post' : 'what is new';
  console.log(
    `Increment ${increment}, ${what}: ${formatCount(posts)} posts, ${formatCount(tombstones)} tombstones, ${formatCount(bytes / 1e6)} MB.`,
  );
  if (files === null) return;
  console.log(`Files: ${formatCount(files.copied)} copied, ${formatCount(files.present)} there already.`);
  if (files.missing.length > 0) {
    console.log(
      `Missing or damaged in the datastores: ${formatCount(files.missing.length)} (sagasu media verify), such as ${files.missing[0]}`,
    );
  }
}
