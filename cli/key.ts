import { Command, InvalidArgumentError } from 'commander';
import { addKey, listKeys, revokeKey, type Scope } from '../server/admin/api-keys.ts';
import { SCOPES } from '../mappings/contract/keys.ts';
import type { RoleOnBoard } from '../mappings/roles.ts';
import { addRole, formatRole } from './account-rights.ts';
import { wholeNumber } from './arguments.ts';
import { dryRunOption, printOutcome, type DryRun } from './rehearsal.ts';
import { withDatabase } from './stores.ts';
import { formatMinute, jsonOption, printList } from './table.ts';

interface AddOptions {
  readonly scope: readonly Scope[];
  readonly perMinute: number | null;
  readonly days: number | null;
  readonly role?: RoleOnBoard[];
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
    .option(
      '--role <role[:board]>',
      'what the key may do in the admin API, for all boards or for one; may be repeated',
      addRole,
    )
    .addHelpText(
      'after',
      `
Examples:
  $ sagasu key add mirror --scope read,export --per-minute 20000 --days 365
  $ sagasu key add sweeper --role moderator:g --role moderator:v --days 90`,
    )
    .action(async (name: string, { scope, perMinute, days, role: roles = [] }: AddOptions) => {
      const expiresAt = days === null ? null : new Date(Date.now() + days * DAY_MS);
      const text = await withDatabase(async (pool) =>
        addKey(pool, { name, scopes: scope, perMinute, expiresAt, roles }),
      );
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
            ROLES: ({ roles }) => roles.map(formatRole).join(', ') || 'none',
            'PER MINUTE': ({ perMinute }) => perMinute?.toString() ?? 'default',
            CREATED: ({ createdAt }) => formatMinute(createdAt),
            EXPIRES: ({ expiresAt }) => (expiresAt === null ? 'never' : formatMinute(expiresAt)),
            'LAST USED': ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : formatMinute(lastUsedAt)),
          },
          json: ({ name, scopes, roles, perMinute, createdAt, expiresAt, lastUsedAt }) => ({
            name,
            scopes,
            roles,
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
    .addOption(dryRunOption())
    .action(async (name: string, options: DryRun) => {
      await withDatabase(async (pool) => revokeKey(pool, name), options);
      printOutcome(`Revoked the key ${name}.`, options);
    });
  return key;
}

function parseScopes(text: string): Scope[] {
  const scopes = SCOPES.filter((scope) => text.split(',').includes(scope));
  if (scopes.length !== text.split(',').length) throw new InvalidArgumentError(`Scopes are ${SCOPES.join(', ')}.`);
  return scopes;
}
