import { Command, InvalidArgumentError } from 'commander';
import { addKey, listKeys, revokeKey, SCOPES, type Scope } from '../server/admin/api-keys.ts';
import { withDatabase } from './stores.ts';

interface AddOptions {
  readonly scope: readonly Scope[];
  readonly perMinute: number | null;
  readonly days: number | null;
}

const DAY_MS = 86_400_000;

export function keyCommand(): Command {
  const key = new Command('key').description('keys of programs, which may ask more than an address may');
  key
    .command('add')
    .description('make a key; it is shown now and never again')
    .argument('<name>', 'a-z, 0-9, dot, dash, underscore; e.g. mirror')
    .option('--scope <list>', `what it may: ${SCOPES.join(',')}`, scopesIn, ['read'])
    .option('--per-minute <cost>', 'what its requests may cost a minute; else SAGASU_RATE_LIMIT_KEY', wholeNumber, null)
    .option('--days <number>', 'how long it is good; without it until it is revoked', wholeNumber, null)
    .action(async (name: string, { scope, perMinute, days }: AddOptions) => {
      const now = new Date();
      const expiresAt = days === null ? null : new Date(now.getTime() + days * DAY_MS);
      const made = await withDatabase(async (pool) => addKey(pool, { name, scopes: scope, perMinute, expiresAt }, now));
      console.error(`The key of ${name}, shown this once; send it as Authorization: Bearer …`);
      console.log(made);
    });
  key
    .command('list')
    .description('which keys there are, and when they were last used')
    .option('--json', 'one JSON object a line', false)
    .action(async ({ json }: { json: boolean }) => {
      const keys = await withDatabase(listKeys);
      for (const { name, scopes, perMinute, createdAt, expiresAt, lastUsedAt } of keys) {
        const times = {
          created_at: createdAt.toISOString(),
          expires_at: expiresAt?.toISOString() ?? null,
          last_used_at: lastUsedAt?.toISOString() ?? null,
        };
        const words = [
          name,
          scopes.join(','),
          perMinute === null ? null : `${perMinute} a minute`,
          `since ${times.created_at.slice(0, 10)}`,
          times.expires_at === null ? null : `until ${times.expires_at.slice(0, 10)}`,
          times.last_used_at === null ? 'not used' : `last used ${times.last_used_at}`,
        ];
        console.log(
          json
            ? JSON.stringify({ name, scopes, per_minute: perMinute, ...times })
            : words.filter((word) => word !== null).join('  '),
        );
      }
      if (keys.length === 0 && !json) console.log('There are no keys yet: sagasu key add <name>');
    });
  key
    .command('revoke')
    .description('let a key be good no more; servers know within seconds')
    .argument('<name>')
    .action(async (name: string) => {
      await withDatabase(async (pool) => revokeKey(pool, name));
      console.log(`The key of ${name} is revoked.`);
    });
  return key;
}

function scopesIn(written: string): Scope[] {
  const scopes = SCOPES.filter((scope) => written.split(',').includes(scope));
  if (scopes.length !== written.split(',').length) throw new InvalidArgumentError(`Scopes are ${SCOPES.join(', ')}.`);
  return scopes;
}

function wholeNumber(written: string): number {
  const number = Number(written);
  if (!/^\d{1,9}$/.test(written) || number < 1) throw new InvalidArgumentError('Write a whole number above 0.');
  return number;
}
