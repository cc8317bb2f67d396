import { Command } from 'commander';
import type pg from 'pg';
import type { IdentityAlias } from '../mappings/contract/identity.ts';
import { authenticate, listIdentities, removeIdentity, setAliases } from '../server/identities/identities.ts';
import { senderNumber } from '../scraper/backfill/senders.ts';
import { UsageError } from './arguments.ts';
import { dryRunOption, printOutcome, type DryRun } from './rehearsal.ts';
import { withDatabase } from './stores.ts';
import { jsonOption, printList } from './table.ts';

const ALIAS =
  'e-mail address, tripcode (!…), poster ID of a sender (s12), or name; write name:… for a name that looks like another kind';

export function identityCommand(): Command {
  const identity = new Command('identity').description('Group the names, tripcodes and senders of one person');
  identity
    .command('list')
    .description('List identities and their aliases; e-mail addresses appear as poster IDs')
    .addOption(jsonOption())
    .action(async (options: { json: boolean }) => {
      printList(
        await withDatabase(listIdentities),
        {
          columns: {
            NAME: ({ name }) => name,
            ALIASES: ({ aliases }) => aliases.map(({ kind, value }) => `${kind} ${value}`).join(', ') || null,
          },
          json: ({ name, aliases }) => ({ name, aliases }),
          empty: 'No identities yet. Add one: sagasu identity set --help',
        },
        options,
      );
    });
  identity
    .command('set')
    .description('Create an identity or replace its aliases')
    .argument('<name>', 'name of the identity')
    .argument('<alias...>', ALIAS)
    .addHelpText('after', `\nExample:\n  $ sagasu identity set ann ann@example.org '!Ep8pui8Vw2' 'Ann B.'`)
    .action(async (name: string, texts: string[]) => {
      await withDatabase(async (pool) => {
        const aliases = await Promise.all(texts.map(async (text) => parseAlias(pool, text)));
        await setAliases(pool, name, aliases);
      });
      console.log(`${name} has ${texts.length} ${texts.length === 1 ? 'alias' : 'aliases'}.`);
    });
  identity
    .command('remove')
    .description('Remove an identity; posts are not changed')
    .argument('<name>', 'name of the identity')
    .addOption(dryRunOption())
    .action(async (name: string, options: DryRun) => {
      await withDatabase(async (pool) => removeIdentity(pool, name), options);
      printOutcome(`Removed ${name}.`, options);
    });
  identity
    .command('find')
    .description('Print the identity that an alias belongs to')
    .argument('<alias>', ALIAS)
    .action(async (text: string) => {
      const found = await withDatabase(async (pool) => {
        const { kind, value } = await parseAlias(pool, text);
        const none = { posterid: null, tripcode: null, name: null };
        return authenticate(pool, { ...none, [kind === 'sender' ? 'posterid' : kind]: value });
      });
      if (found === null) throw new UsageError(`no identity has the alias ${text}`);
      console.log(found);
    });
  return identity;
}

/** Replaces an e-mail address by its poster ID: only the owner of the database and the scraper may read addresses. */
async function parseAlias(pool: pg.Pool, text: string): Promise<IdentityAlias> {
  if (text.startsWith('name:')) return { kind: 'name', value: text.slice('name:'.length) };
  if (text.startsWith('!')) return { kind: 'tripcode', value: text };
  if (/^s\d+$/.test(text)) return { kind: 'sender', value: text };
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return { kind: 'sender', value: `s${await senderNumber(pool, text)}` };
  return { kind: 'name', value: text };
}
