import { Command, InvalidArgumentError } from 'commander';
import { addKey, listKeys, revokeKey, SCOPES, type Scope } from '../server/admin/api-keys.ts';
import { wholeNumber } from './arguments.ts';
import { withDatabase } from './stores.ts';
import { formatMinute, jsonOption, printList } from './table.ts';

interface AddOptions {
  readonly scope: readonly Scope[];
  readonly perMinute: number | null;
  readonly days: number | null;
}

const DAY_MS = 86_400_000;
const MAX_OPTION = 999_999_999;

export function keyCommand(): Command {
  const key = new Command('key').description('Manage API keys, which have a higher rate limit than an address has');
  key
    .command('add')
    .description('Create an API key and print it once')
    .argument('<name>', 'a-z, 0-9, dot, hyphen, underscore; e.g. mirror')
    .option('--scope <list>', `what the key permits, comma-separated: ${SCOPES.join(', ')}`, parseScopes, ['read'])
    .option(
      '--per-minute <cost>',
      'request cost allowed per minute (default: SAGASU_RATE_LIMIT_KEY)',
      wholeNumber(MAX_OPTION),
      null,
    )
    .option('--days <number>', 'days until the key expires (default: never)', wholeNumber(MAX_OPTION), null)
    .addHelpText('after', `\nExample:\n  $ sagasu key add mirror --scope read,export --per-minute 20000 --days 365`)
    .action(async (name: string, { scope, perMinute, days }: AddOptions) => {
      const now = new Date();
      const expiresAt = days === null ? null : new Date(now.getTime() + days * DAY_MS);
      const text = await withDatabase(async (pool) => addKey(pool, { name, scopes: scope, perMinute, expiresAt }, now));
      console.error(`The key ${name} is printed only now. Send it as "Authorization: Bearer <key>".`);
      console.log(text);
    });
  key
    .command('list')
    .description('List API keys and when each was last used')
    .addOption(jsonOption())
    .action(async (options: { json: boolean }) => {
      printList(
        await withDatabase(listKeys),
        {
          columns: {
            NAME: ({ name }) => name,
            SCOPES: ({ scopes }) => scopes.join(','),
            'PER MINUTE': ({ perMinute }) => perMinute?.toString() ?? 'default',
            CREATED: ({ createdAt }) => formatMinute(createdAt),
            EXPIRES: ({ expiresAt }) => (expiresAt === null ? 'never' : formatMinute(expiresAt)),
            'LAST USED': ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : formatMinute(lastUsedAt)),
          },
          json: ({ name, scopes, perMinute, createdAt, expiresAt, lastUsedAt }) => ({
            name,
            scopes,
            per_minute: perMinute,
            created_at: createdAt.toISOString(),
            expires_at: expiresAt?.toISOString() ?? null,
            last_used_at: lastUsedAt?.toISOString() ?? null,
          }),
          empty: 'No API keys yet. Add one: sagasu key add <name>',
        },
        options,
      );
    });
  key
    .command('revoke')
    .description('Revoke an API key; takes effect within seconds')
    .argument('<name>', 'name of the key')
    .action(async (name: string) => {
      await withDatabase(async (pool) => revokeKey(pool, name));
      console.log(`Revoked the key ${name}.`);
    });
  return key;
}

function parseScopes(text: string): Scope[] {
  const scopes = SCOPES.filter((scope) => text.split(',').includes(scope));
  if (scopes.length !== text.split(',').length) throw new InvalidArgumentError(`Scopes are ${SCOPES.join(', ')}.`);
  return scopes;
}
