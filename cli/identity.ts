import { Command } from 'commander';
import type pg from 'pg';
import type { IdentityAlias } from '../mappings/contract/identity.ts';
import { authenticate, listIdentities, removeIdentity, setAliases } from '../server/identities/identities.ts';
import { senderNumber } from '../scraper/backfill/senders.ts';
import { withDatabase } from './stores.ts';
import { UsageError } from './usage-error.ts';

const ALIASES =
  'an address, a tripcode (!…), the poster id of a sender (s12), or a name; name:… where it looks like another kind';

export function identityCommand(): Command {
  const identity = new Command('identity').description('who writes under which names');
  identity
    .command('list')
    .description('identities and what they are known by; addresses stand as the numbers that posts bear')
    .action(async () => {
      for (const { name, aliases } of await withDatabase(listIdentities))
        console.log(`${name}: ${aliases.map(({ kind, value }) => `${kind} ${value}`).join(', ') || 'nothing'}`);
    });
  identity
    .command('set')
    .description('say what an identity is known by: these and no others')
    .argument('<name>', 'the identity')
    .argument('<alias...>', ALIASES)
    .action(async (name: string, texts: string[]) => {
      await withDatabase(async (pool) => {
        const aliases = await Promise.all(texts.map(async (text) => aliasOf(pool, text)));
        await setAliases(pool, name, aliases, new Date());
      });
      console.log(`${name} is known by ${texts.length} ${texts.length === 1 ? 'alias' : 'aliases'}.`);
    });
  identity
    .command('remove')
    .description('forget an identity; posts stay as they are')
    .argument('<name>', 'the identity')
    .action(async (name: string) => {
      await withDatabase(async (pool) => removeIdentity(pool, name));
      console.log(`${name} is forgotten.`);
    });
  identity
    .command('of')
    .description('whose alias that is')
    .argument('<alias>', ALIASES)
    .action(async (text: string) => {
      const found = await withDatabase(async (pool) => {
        const { kind, value } = await aliasOf(pool, text);
        const nobody = { posterid: null, tripcode: null, name: null };
        return authenticate(pool, { ...nobody, [kind === 'sender' ? 'posterid' : kind]: value });
      });
      if (found === null) throw new UsageError(`${text} is no alias of anybody`);
      console.log(found);
    });
  return identity;
}

/** An address gets its number here: nobody but the database's owner and the scraper reads addresses. */
async function aliasOf(pool: pg.Pool, text: string): Promise<IdentityAlias> {
  if (text.startsWith('name:')) return { kind: 'name', value: text.slice('name:'.length) };
  if (text.startsWith('!')) return { kind: 'tripcode', value: text };
  if (/^s\d+$/.test(text)) return { kind: 'sender', value: text };
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return { kind: 'sender', value: `s${await senderNumber(pool, text)}` };
  return { kind: 'name', value: text };
}
