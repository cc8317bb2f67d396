/** The rights of an account: invitations, roles, disabling and the second factor. */
import { type Command, InvalidArgumentError } from 'commander';
import { ROLES, type Role, type RoleOnBoard } from '../mappings/roles.ts';
import { readConfig } from '../platform/config.ts';
import { removeTotpOf } from '../server/admin/accounts/accounts.ts';
import { invite } from '../server/admin/accounts/invitations.ts';
import { changeAccount, type AccountChange } from '../server/admin/accounts/manage.ts';
import { UsageError } from './arguments.ts';
import { withDatabase } from './stores.ts';
import { formatMinute } from './table.ts';

const NAME_OF_ACCOUNT = 'name of the account';
const ROLES_HELP = `
A role is ${ROLES.join(', ')}, for all boards or, with a board, for one:
  $ sagasu account role ann moderator
  $ sagasu account role ann janitor moderator:g moderator:v`;

export function addRights(account: Command): void {
  account
    .command('invite')
    .description('Invite someone: prints a link that works once, for three days, to choose a password')
    .argument('<name>', 'a-z, 0-9, dot, hyphen, underscore; e.g. ann')
    .argument('<roles...>', 'what the account may do', addRole)
    .option('--require-totp', 'require two-factor authentication', false)
    .addHelpText('after', ROLES_HELP)
    .action(async (name: string, roles: RoleOnBoard[], { requireTotp: isTotpRequired }: { requireTotp: boolean }) => {
      const invitation = { name, roles, isTotpRequired };
      const { token, expiresAt } = await withDatabase(async (pool) => invite(pool, invitation, new Date()));
      console.error(
        `Give ${name} this link, which is printed only now. It works once, until ${formatMinute(expiresAt)}.`,
      );
      console.log(`${siteUrl()}/admin/invitation#${token}`);
    });
  account
    .command('role')
    .description('Replace the roles of an account')
    .argument('<name>', NAME_OF_ACCOUNT)
    .argument('<roles...>', 'what the account may do', addRole)
    .addHelpText('after', ROLES_HELP)
    .action(async (name: string, roles: RoleOnBoard[]) => {
      await change(name, { roles });
      console.log(`${name} is now ${roles.map(formatRole).join(', ')}.`);
    });
  account
    .command('disable')
    .description('Keep an account from signing in, and end all its sessions')
    .argument('<name>', NAME_OF_ACCOUNT)
    .action(async (name: string) => {
      await change(name, { isDisabled: true });
      console.log(`Disabled ${name}.`);
    });
  account
    .command('enable')
    .description('Let a disabled account sign in again')
    .argument('<name>', NAME_OF_ACCOUNT)
    .action(async (name: string) => {
      await change(name, { isDisabled: false });
      console.log(`Enabled ${name}.`);
    });
  account
    .command('totp')
    .description('Require two-factor authentication, or remove it for an owner who has lost phone and recovery codes')
    .argument('<name>', NAME_OF_ACCOUNT)
    .option('--remove', 'remove the authenticator app and the recovery codes, and end all sessions')
    .option('--require', 'require two-factor authentication')
    .option('--no-require', 'no longer require two-factor authentication')
    .action(async (name: string, { remove, require }: { remove?: true; require?: boolean }) => {
      if (remove === undefined && require === undefined) {
        throw new UsageError('say what to do: --remove, --require or --no-require');
      }
      if (remove === true) await withDatabase(async (pool) => removeTotpOf(pool, name));
      if (require !== undefined) await change(name, { isTotpRequired: require });
      if (remove === true)
        console.log(`Removed the second factor of ${name}, who can now sign in with the password alone.`);
      if (require !== undefined)
        console.log(`${name} ${require ? 'must have a second factor' : 'may do without a second factor'}.`);
    });
}

async function change(name: string, to: AccountChange): Promise<void> {
  await withDatabase(async (pool) => changeAccount(pool, name, to, new Date()));
}

export function formatRole({ role, board }: RoleOnBoard): string {
  return board === null ? role : `${role}:${board}`;
}

export function addRole(text: string, before: RoleOnBoard[] | undefined): RoleOnBoard[] {
  const [role = '', board = null] = text.split(':');
  if (!isRole(role)) throw new InvalidArgumentError(`Roles are ${ROLES.join(', ')}.`);
  return [...(before ?? []), { role, board: board?.replace(/^\/(.*)\/$/, '$1') ?? null }];
}

function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text);
}

function siteUrl(): string {
  const { publicUrl, port } = readConfig();
  return publicUrl?.replace(/\/$/, '') ?? `http://localhost:${port}`;
}
