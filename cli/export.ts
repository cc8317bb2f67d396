/** `sagasu export`: the whole archive, for another Sagasu. */
import { Command, Option } from 'commander';
import { exportArchive, type ExportReport } from '../archive-export/export-archive.ts';
import { OLDER_VERSIONS, type OlderVersion } from '../archive-export/parts.ts';
import { assertFolder } from './backup/assert-folder.ts';
import { runArchiveTask } from './export/archive-task.ts';
import { formatCount } from './tasks/format.ts';

interface ExportOptions {
  readonly full: boolean;
  readonly files: boolean;
  readonly json: boolean;
  readonly for?: OlderVersion;
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
    .addOption(
      new Option('--for <version>', 'write lines that this older version can import').choices([...OLDER_VERSIONS]),
    )
    .option('--json', 'print the report as one JSON object in the last line', false)
    .addHelpText(
      'after',
      `
The folder gets one more increment: posts that changed since the last one, and tombstones of purged posts, as compressed
NDJSON with checksums. It is for operators: hidden posts are in it. Addresses of posters and senders, accounts and keys never are.
docs/operations/back-up.md describes the format. Take it in with sagasu import archive.

An export is a task: sagasu tasks shows, pauses and cancels it.

Exit codes: 1 files are missing in the datastores, 3 cancelled, 130 interrupted.

Example:
  $ sagasu export archive /mnt/archive`,
    )
    .action(runExport);
  return command;
}

async function runExport(folder: string, { full, files, json, for: importer }: ExportOptions): Promise<void> {
  assertFolder(folder);
  await runArchiveTask(
    {
      kind: 'export',
      folder,
      files,
      json,
      afterCancel: 'The folder has no new increment.',
      steps: { posts: 'Posts', files: 'Files' },
    },
    async (pool, options) => exportArchive(pool, { ...options, full, importer }),
    ({ increment, full: isFull, posts, tombstones, bytes }) => ({ increment, full: isFull, posts, tombstones, bytes }),
    printReport,
  );
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
