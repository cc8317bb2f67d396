/** `sagasu dumps`: moderation of contributed dumps from the command line. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { asOwner, parseId, parseKey } from './arguments.ts';
import { DUMP_CHANGE_ACTIONS, DUMP_CHANGE_STATES, OFFER_STATES, type DumpChangeState } from '../format/changes.ts';
import { DUMP_ACTIONS, DUMP_STATES, type DumpState } from '../format/states.ts';
import type { DumpActionResult } from '../contract/dump-moderation.ts';
import { findStaffDump } from '../server/dump-details.ts';
import { listChanges, listDumps } from '../server/list-dumps.ts';
import { decideChanges, giveTrust, listTrust } from '../server/moderate-changes.ts';
import { cleanDumps, moderateDumps, moderating } from '../server/moderate-dumps.ts';
import { decideOffers, listOffers } from '../server/offered-files.ts';
import { revertClient } from '../server/revert-client.ts';
import { addReleases } from './releases.ts';
import { EXIT } from '../../../cli/exit-codes.ts';
import { UsageError, wholeNumber } from '../../../cli/arguments.ts';
import { dryRunOption, printOutcome, type DryRun } from '../../../cli/rehearsal.ts';
import { formatMinute, jsonOption, printList } from '../../../cli/table.ts';

const STATE_NAMES = Object.keys(DUMP_STATES) as DumpState[];

interface ListOptions {
  readonly state?: DumpState;
  readonly client?: string;
  readonly clientVersion?: string;
  readonly contributor?: string;
  readonly board?: string;
  readonly type?: string;
  readonly unmapped?: true;
  readonly limit: number;
  readonly json: boolean;
}

/** The reason for the audit log, if one was given. */
interface ReasonOption {
  readonly reason: string | null;
}

interface CleanOptions extends ReasonOption, DryRun {
  readonly state: DumpState[];
  readonly client?: string;
  readonly clientVersion?: string;
}

export function dumpsCommand(): Command {
  const dumps = new Command('dumps').description('Moderate contributed dumps, and the changes that they ask for');
  addLists(dumps);
  for (const action of DUMP_ACTIONS) {
    withReason(dumps.command(action))
      .description(MEANINGS[action])
      .argument('<dump...>', 'numbers of dumps')
      .addOption(dryRunOption())
      .action(async (ids: string[], { reason, ...options }: ReasonOption & DryRun) => {
        const request = { action, dumps: ids.map(parseId), reason };
        report(await asOwner((by) => moderateDumps(by, request), options), options);
      });
  }
  addDecisions(dumps);
  addReleases(dumps);
  return dumps;
}

const MEANINGS: Readonly<Record<(typeof DUMP_ACTIONS)[number], string>> = {
  unlock: 'Let the used dump of the file step back for an hour',
  reset: 'Handle dumps again',
  smite: 'Call dumps invalid',
  forget: 'Call smitten dumps invalid for ever',
  trust: 'Handle dumps as if they were fully trusted',
  delete: 'Delete dumps',
};

function addLists(dumps: Command): void {
  dumps
    .command('list')
    .description('List dumps, newest first')
    .addOption(new Option('--state <name>', 'only in this state').choices(STATE_NAMES))
    .option('--client <name>', 'only of this client')
    .option('--client-version <number>', 'only of this version')
    .option('--contributor <key>', 'only those that this contributor has sent')
    .option('--board <name>', 'only of files that posts of this board show')
    .option('--type <name>', 'only of this type, such as jpg')
    .option('--unmapped', 'only of files that nobody has posted')
    .option('--limit <number>', 'most dumps to list', wholeNumber(100), 50)
    .addOption(jsonOption())
    .action(async ({ clientVersion, ...options }: ListOptions) => {
      const query = { ...options, ...(clientVersion !== undefined && { version: clientVersion }) };
      const { dumps: found } = await asOwner((by) => moderating(by, async (client) => listDumps(client, query)));
      printList(
        found,
        {
          columns: {
            ID: ({ id }) => String(id),
            STATE: ({ state }) => state,
            WHY: ({ reason }) => reason,
            CLIENT: ({ client, version }) => `${client} ${version}`,
            TYPE: ({ type }) => type,
            SHA256: ({ sha256 }) => sha256.slice(0, 16),
            BOARDS: ({ boards }) => boards.join(' '),
            RECEIVED: ({ received_at: at }) => formatMinute(new Date(at)),
          },
          json: (entry) => entry,
          empty: 'No such dumps.',
        },
        options,
      );
    });
  dumps
    .command('show')
    .description('Print everything about a dump as JSON, with its text')
    .argument('<dump>', 'number of the dump', parseId)
    .action(async (id: number) => {
      const found = await asOwner((by) => moderating(by, async (client) => findStaffDump(client, id)));
      if (found === null) throw new UsageError(`there is no dump ${id}`);
      console.log(JSON.stringify(found, null, 2));
    });
  dumps
    .command('changes')
    .description('List the changes that dumps ask for, newest first')
    .addOption(new Option('--state <name>', 'only in this state').choices([...DUMP_CHANGE_STATES]))
    .option('--limit <number>', 'most changes to list', wholeNumber(100), 50)
    .addOption(jsonOption())
    .action(async (options: { state?: DumpChangeState; limit: number; json: boolean }) => {
      const { changes } = await asOwner((by) => moderating(by, async (client) => listChanges(client, options)));
      printList(
        changes,
        {
          columns: {
            ID: ({ id }) => String(id),
            STATE: ({ state }) => state,
            DUMP: ({ dump }) => (dump === null ? null : String(dump)),
            FIELD: ({ field }) => field,
            BEFORE: ({ before }) => before?.slice(0, 24) ?? null,
            AFTER: ({ after }) => after.slice(0, 24),
            MADE: ({ made_at: at }) => formatMinute(new Date(at)),
            POSTS: ({ posts }) => String(posts),
            WHY: ({ reason }) => reason,
          },
          json: (entry) => entry,
          empty: 'No such changes.',
        },
        options,
      );
    });
  dumps
    .command('trusted')
    .description('List whom the archive trusts with which client and version')
    .addOption(jsonOption())
    .action(async (options: { json: boolean }) => {
      const { trust } = await asOwner(listTrust);
      printList(
        trust,
        {
          columns: {
            CONTRIBUTOR: ({ contributor }) => contributor,
            CLIENT: ({ client, version }) => `${client} ${version}`,
            TRUST: ({ trust: level }) => level,
            BY: ({ given_by: by }) => by,
            SINCE: ({ given_at: at }) => formatMinute(new Date(at)),
          },
          json: (entry) => entry,
          empty: 'Nobody is trusted.',
        },
        options,
      );
    });
  dumps
    .command('offers')
    .description('List missing files that contributors have offered, newest first')
    .addOption(new Option('--state <name>', 'only in this state').choices([...OFFER_STATES]))
    .option('--limit <number>', 'most files to list', wholeNumber(100), 50)
    .addOption(jsonOption())
    .action(async (options: { state?: (typeof OFFER_STATES)[number]; limit: number; json: boolean }) => {
      const { offers } = await asOwner((by) => listOffers(by, options));
      printList(
        offers,
        {
          columns: {
            ID: ({ id }) => String(id),
            STATE: ({ state }) => state,
            TYPE: ({ type }) => type,
            SIZE: ({ size }) => String(size),
            SHA256: ({ sha256 }) => sha256,
            WHY: ({ detail }) => detail,
          },
          json: (entry) => entry,
          empty: 'No such files.',
        },
        options,
      );
    });
}

function addDecisions(dumps: Command): void {
  withReason(dumps.command('decide'))
    .description('Stop, grant, refuse or revert changes; the indexer carries it out')
    .argument('<action>', DUMP_CHANGE_ACTIONS.join(', '), oneOf(DUMP_CHANGE_ACTIONS))
    .argument('<change...>', 'numbers of changes')
    .addOption(dryRunOption())
    .action(
      async (
        action: (typeof DUMP_CHANGE_ACTIONS)[number],
        ids: string[],
        { reason, ...options }: ReasonOption & DryRun,
      ) => {
        const request = { action, changes: ids.map(parseId), reason };
        report(await asOwner((by) => decideChanges(by, request), options), options);
      },
    );
  withReason(dumps.command('revert'))
    .description('Take back everything that a version of a client has changed, and trust nobody with it')
    .argument('<client>', 'name of the client')
    .argument('<version>', 'its version')
    .addOption(dryRunOption())
    .action(async (client: string, version: string, { reason, ...options }: ReasonOption & DryRun) => {
      const total = { reverted: 0, withdrawn: 0, dumps: 0, untrusted: 0 };
      await asOwner(async (by) => {
        for (let left = true; left;) {
          const done = await revertClient(by, { client, version, reason });
          for (const key of ['reverted', 'withdrawn', 'dumps', 'untrusted'] as const) total[key] += done[key];
          ({ left } = done);
        }
      }, options);
      printOutcome(
        `${total.reverted} changes reverted, ${total.withdrawn} withdrawn, ${total.dumps} dumps new again, ${total.untrusted} contributors no longer trusted with it.`,
        options,
      );
    });
  withReason(dumps.command('clean'))
    .description('Delete dumps in a state, which verify nothing')
    .addOption(
      new Option('--state <name...>', 'states')
        .choices(STATE_NAMES.filter((name) => name !== 'used'))
        .makeOptionMandatory(),
    )
    .option('--client <name>', 'only of this client')
    .option('--client-version <number>', 'only of this version')
    .addOption(dryRunOption())
    .action(async ({ state, client, clientVersion, reason, dryRun }: CleanOptions) => {
      const request = {
        states: state,
        reason,
        ...(client !== undefined && { client }),
        ...(clientVersion !== undefined && { version: clientVersion }),
      };
      let deleted = 0;
      await asOwner(
        async (by) => {
          for (let left = true; left;) {
            const result = await cleanDumps(by, request);
            deleted += result.dumps;
            ({ left } = result);
          }
        },
        { dryRun },
      );
      printOutcome(`${deleted} dumps deleted.`, { dryRun });
    });
  withReason(dumps.command('trust-contributor'))
    .description('Trust a contributor with a client and its version, or no more')
    .argument('<key>', 'public key of the contributor, in hexadecimal', parseKey)
    .argument('<client>', 'name of the client')
    .argument('<version>', 'its version')
    .addOption(new Option('--level <name>', 'how far').choices(['full', 'lesser', 'none']).default('full'))
    .action(
      async (
        contributor: string,
        client: string,
        version: string,
        { level, reason }: { level: 'full' | 'lesser' | 'none' } & ReasonOption,
      ) => {
        const trust = level === 'none' ? null : level;
        await asOwner((by) => giveTrust(by, { contributor, client, version, trust, reason }));
        console.log(`The contributor is trusted with ${client} ${version}: ${level}.`);
      },
    );
  for (const action of ['accept', 'refuse'] as const) {
    withReason(dumps.command(`${action}-file`))
      .description(action === 'accept' ? 'Store files that are in quarantine' : 'Delete files that are in quarantine')
      .argument('<offer...>', 'numbers from sagasu dumps offers')
      .addOption(dryRunOption())
      .action(async (ids: string[], { reason, ...options }: ReasonOption & DryRun) => {
        const request = { action, offers: ids.map(parseId), reason };
        report(await asOwner((by) => decideOffers(by, request), options), options);
      });
  }
}

const withReason = (command: Command): Command =>
  command.addOption(new Option('--reason <text>', 'for the audit log').default(null, 'none'));

function report({ done, refused }: DumpActionResult, options: DryRun): void {
  if (done.length > 0) printOutcome(`Done: ${done.join(', ')}.`, options);
  for (const { id, detail } of refused) console.error(`${id}: ${detail}`);
  if (refused.length > 0) process.exitCode = EXIT.failure;
}

function oneOf<T extends string>(values: readonly T[]): (text: string) => T {
  return (text) => {
    const found = values.find((value) => value === text);
    if (found === undefined) throw new InvalidArgumentError(`It must be one of ${values.join(', ')}.`);
    return found;
  };
}
