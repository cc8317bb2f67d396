import { Command } from 'commander';
import {
  addAdmin,
  assertName,
  changePassword,
  listAccounts,
  removeAccount,
} from '../server/admin/accounts/accounts.ts';
import { addRights, formatRole } from './account-rights.ts';
import { readPassword } from './password.ts';
import { dryRunOption, printOutcome, type DryRun } from './rehearsal.ts';
import { withDatabase } from './stores.ts';
import { formatMinute, jsonOption, printList } from './table.ts';

const PASSWORD_HELP = `
The password is asked for on the terminal, or read from the first line of standard input.`;

export function accountCommand(): Command {
  const account = new Command('account').description('Manage the accounts of staff, who may sign in at /admin');
  const terminal = { input: process.stdin, output: process.stderr };
  account
    .command('add')
    .description('Add an admin of all boards')
    .argument('<name>', 'a-z, 0-9, dot, hyphen, underscore; e.g. ann')
    .addHelpText('after', PASSWORD_HELP)
    .action(async (name: string) => {
      assertName(name);
      const password = await readPassword(terminal);
      await withDatabase(async (pool) => addAdmin(pool, name, password));
      console.log(`Added ${name}, who can now sign in at /admin.`);
    });
  account
    .command('list')
    .description('List accounts and when each was last seen')
    .addOption(jsonOption())
    .action(async (options: { json: boolean }) => {
      printList(
        await withDatabase(listAccounts),
        {
          columns: {
            NAME: ({ name }) => name,
            CREATED: ({ createdAt }) => formatMinute(createdAt),
            STATE: ({ state }) => state,
            ROLES: ({ roles }) => roles.map(formatRole).join(', '),
            TOTP: ({ hasTotp, isTotpRequired }) => (hasTotp ? 'on' : isTotpRequired ? 'required' : 'off'),
            'LAST SEEN': ({ lastSeen }) => (lastSeen === null ? 'never' : formatMinute(lastSeen)),
          },
          json: ({ name, createdAt, hasTotp, isTotpRequired, state, roles, lastSeen }) => ({
            name,
            created_at: createdAt.toISOString(),
            state,
            roles,
            totp: hasTotp,
            totp_required: isTotpRequired,
            last_seen: lastSeen?.toISOString() ?? null,
          }),
          empty: 'No accounts yet. Add an admin: sagasu account add <name>',
        },
        options,
      );
    });
  account
    .command('password')
    .description("Change an account's password and end all its sessions")
    .argument('<name>', 'name of the account')
    .addHelpText('after', PASSWORD_HELP)
    .action(async (name: string) => {
      const password = await readPassword(terminal);
      const sessions = await withDatabase(async (pool) => changePassword(pool, name, password));
      console.log(`Changed the password of ${name}. Sessions ended: ${sessions}.`);
    });
  addRights(account);
  account
    .command('remove')
    .description('Remove an account and end all its sessions')
    .argument('<name>', 'name of the account')
    .addOption(dryRunOption())
    .action(async (name: string, options: DryRun) => {
      await withDatabase(async (pool) => removeAccount(pool, name), options);
      printOutcome(`Removed ${name}.`, options);
    });
  return account;
}
