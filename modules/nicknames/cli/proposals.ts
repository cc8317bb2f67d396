import { Command } from 'commander';
import { wholeNumber } from '../../../cli/arguments.ts';
import { withDatabase } from '../../../cli/stores.ts';
import { jsonOption, printList } from '../../../cli/table.ts';
import { inTransaction } from '../../../platform/postgres.ts';
import type { IdentityProposal } from '../contract/nicknames.ts';
import type { ProposalAction } from '../proposals.ts';
import { decide } from '../server/decide.ts';
import { presentProposals, readProposals } from '../server/list-proposals.ts';

const ACCOUNT = 'cli';

export function proposalsCommand(): Command {
  return new Command('proposals')
    .description('List what readers propose: two names that belong to one person')
    .option('--closed', 'those that are decided')
    .addOption(jsonOption())
    .action(async (options: { closed?: boolean; json: boolean }) => {
      const state = options.closed === true ? 'closed' : 'open';
      const found = await withDatabase(async (pool) => readProposals(pool, { state, page: 1 }));
      printList(
        presentProposals(found, []),
        {
          columns: {
            ID: ({ id }) => String(id),
            NAMES: ({ aliases }) => aliases.map(({ kind, value }) => `${kind} ${value}`).join(', '),
            TIMES: ({ proposals }) => String(proposals),
            REASONS: ({ reasons }) => reasons.map(({ reason }) => reason).join(' / ') || null,
            OUTCOME: ({ outcome }) => outcome,
          },
          json: ({ id, aliases, proposals, reasons, outcome }) => ({
            id,
            aliases: aliases.map(({ kind, value, identity }) => ({ kind, value, identity })),
            proposals,
            reasons,
            outcome,
          }),
          empty: state === 'open' ? 'No open proposals.' : 'No decided proposals.',
        },
        options,
      );
    });
}

export function confirmCommand(): Command {
  return decision('confirm', 'Make both names of a proposal aliases of one identity', 'Confirmed').option(
    '--name <name>',
    'name of the identity',
  );
}

export function declineCommand(): Command {
  return decision('decline', 'Decline a proposal', 'Declined');
}

export function undoCommand(): Command {
  return decision(
    'undo',
    'Undo the decision on a proposal: the identities are as they were',
    'Undone: the decision on',
  );
}

function decision(action: ProposalAction, description: string, done: string): Command {
  return new Command(action)
    .description(description)
    .argument('<id>', 'number of the proposal', wholeNumber(Number.MAX_SAFE_INTEGER))
    .action(async (id: IdentityProposal['id'], { name }: { name?: string }) => {
      await withDatabase(async (pool) =>
        inTransaction(pool, async (client) => decide(client, { id, action, identity: name, account: ACCOUNT })),
      );
      console.log(`${done} proposal ${id}.`);
    });
}
