/** `sagasu reindex` and `sagasu verify`. */
import { Command } from 'commander';
import { UsageError, wholeNumber } from './arguments.ts';
import { startAndWatch, WATCH_HELP } from './tasks/start.ts';

interface ReindexOptions {
  readonly all?: true;
  readonly wait: boolean;
  readonly json: boolean;
}

interface VerifyOptions {
  readonly repair?: boolean;
  readonly deep?: boolean;
  readonly wait: boolean;
  readonly giveUp: number;
  readonly json: boolean;
}

const NO_WAIT = ['--no-wait', 'start the tasks and return'] as const;
const JSON_LINES = ['--json', 'print one JSON object per change also on a terminal', false] as const;

export function reindexCommand(): Command {
  const reindex = new Command('reindex')
    .description('Rebuild the search index of boards from the database without interrupting searches')
    .argument('[board...]', 'names of boards, e.g. g ck')
    .option('--all', 'rebuild every board, one after another')
    .option(...NO_WAIT)
    .option(...JSON_LINES)
    // A board may be called help.
    .helpCommand(false)
    .addHelpText(
      'after',
      `
Searches use the old index, and new posts go into both, until the new index is complete and verified against the
database. Then all searches switch to it at once. The old index is kept up to date for SAGASU_REINDEX_KEEP_HOURS, so
that a rollback takes a second. A rebuild that is killed resumes where it stopped; one that fails or is cancelled leaves
nothing behind. The disk must hold the board's index twice, and three times while segments merge.

Run it after an upgrade that reports a board as outdated.

Examples:
  $ sagasu reindex g
  $ sagasu reindex --all --no-wait
  $ sagasu reindex rollback g
${WATCH_HELP}`,
    )
    .action(async (boards: string[], { all, wait, json }: ReindexOptions) => {
      if ((all ?? false) === boards.length > 0) throw new UsageError('give either names of boards or --all');
      await startAndWatch({ kind: 'reindex', boards, wait, json });
    });
  // Both have --no-wait.
  reindex.enablePositionalOptions();
  reindex
    .command('rollback')
    .description('Return to the index that the last rebuild replaced, while it is kept')
    .argument('<board...>', 'names of boards')
    .option(...NO_WAIT)
    .addHelpText(
      'after',
      `
The replaced index has received every change since the rebuild, so nothing is missing from it. A second rollback returns
to the new index.

Example:
  $ sagasu reindex rollback g
${WATCH_HELP}`,
    )
    .action(async (boards: string[], { wait }: { readonly wait: boolean }) => {
      await startAndWatch({ kind: 'rollback', boards, wait });
    });
  return reindex;
}

export function verifyCommand(): Command {
  return new Command('verify')
    .description('Compare the search index of boards with the database')
    .argument('[board...]', 'names of boards (default: all)')
    .option('--repair', 'correct differing documents and verify again until none differ')
    .option('--deep', 'compare every document in full; slower')
    .option(
      '--give-up <seconds>',
      'seconds without an indexer that works, or without a store, after which boards count as not compared',
      wholeNumber(86_400),
      120,
    )
    .option(...NO_WAIT)
    .option(...JSON_LINES)
    .addHelpText(
      'after',
      `
The revision of every document is compared. Documents written since the last verification and one in a thousand of the
others are compared in full. Posts that still wait to be indexed, and documents that Elasticsearch rejects (quarantine),
do not count as differences. Each board that could not be compared, or only in part, is named, and the exit code is then
not 0: indices of an older version, posts without an index, stores that are away, no indexer.

Examples:
  $ sagasu verify
  $ sagasu verify g --repair
  $ sagasu verify g --deep
${WATCH_HELP}`,
    )
    .action(async (boards: string[], { repair = false, deep = false, wait, giveUp, json }: VerifyOptions) => {
      await startAndWatch({ kind: 'verify', boards, options: { repair, deep }, wait, giveUpMs: giveUp * 1000, json });
    });
}
