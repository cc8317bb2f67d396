import { Command } from 'commander';
import { AFTER_HELP, startAndWatch } from './tasks/start.ts';

interface VerifyCommandOptions {
  readonly repair?: boolean;
  readonly deep?: boolean;
  readonly wait: boolean;
}

export function verifyCommand(): Command {
  return new Command('verify')
    .description('compare the search index of boards with the database')
    .argument('[board...]', 'names of boards (default: every one)')
    .option('--repair', 'mend what differs, and look again until nothing does')
    .option('--deep', 'compare every document in full; slower')
    .option('--no-wait', 'start it and return')
    .addHelpText(
      'after',
      `
Every document is compared by revision; those written since the last comparison, and one in a thousand of the rest,
are compared in full. What waits to be indexed is no difference, nor is what Elasticsearch refuses (quarantine).

Examples:
  $ sagasu verify
  $ sagasu verify g --repair
  $ sagasu verify g --deep
${AFTER_HELP}`,
    )
    .action(async (boards: string[], { repair = false, deep = false, wait }: VerifyCommandOptions) => {
      await startAndWatch({ kind: 'verify', boards, options: { repair, deep }, wait });
    });
}
