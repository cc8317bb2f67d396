import { Command } from 'commander';
import { AFTER_HELP, startAndWatch } from './tasks/start.ts';
import { UsageError } from './usage-error.ts';

interface ReindexOptions {
  readonly all?: true;
  readonly wait: boolean;
}

export function reindexCommand(): Command {
  const reindex = new Command('reindex')
    .description('build the search index of boards anew from the database, beside the one in use')
    .argument('[board...]', 'names of boards, e.g. g ck')
    .option('--all', 'every board, one after the other')
    .option('--no-wait', 'start it and return')
    .helpCommand(false)
    .addHelpText(
      'after',
      `
Searches go on in the old index, and new posts go into both, until the new one is complete and compared with the
database, document by document where they differ. Then searches change over, all at once. The old index is kept current
for SAGASU_REINDEX_KEEP_HOURS, so that a rollback takes a second. A rebuild that is killed goes on where it was; one
that is cancelled or fails leaves nothing behind. The disk must hold the board's index twice, for a while three times.

Run it after an upgrade that names a board as outdated.

Examples:
  $ sagasu reindex g
  $ sagasu reindex --all --no-wait
  $ sagasu reindex rollback g
${AFTER_HELP}`,
    )
    .action(async (boards: string[], { all, wait }: ReindexOptions) => {
      if ((all ?? false) === boards.length > 0) throw new UsageError('name the boards, or say --all for every one');
      await startAndWatch({ kind: 'reindex', boards, wait });
    });
  reindex
    .command('rollback')
    .description('go back to the index before the last rebuild, while that is kept')
    .argument('<board...>', 'names of boards')
    .option('--no-wait', 'start it and return')
    .addHelpText(
      'after',
      `
The index that a rebuild replaced has had every change since, so nothing is missing from it. A second rollback changes
forward again.

Example:
  $ sagasu reindex rollback g
${AFTER_HELP}`,
    )
    .action(async (boards: string[], { wait }: { readonly wait: boolean }) => {
      await startAndWatch({ kind: 'rollback', boards, wait });
    });
  return reindex;
}
