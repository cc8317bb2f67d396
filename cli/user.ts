import { Command } from 'commander';
import { addUser, assertName, changePassword, listUsers, removeUser } from '../server/admin/users.ts';
import { readPassword } from './password.ts';
import { withDatabase } from './stores.ts';
import { formatMinute, jsonOption, printList } from './table.ts';

const PASSWORD_HELP = `
The password is asked for on the terminal, or read from the first line of standard input.`;

export function userCommand(): Command {
  const user = new Command('user').description('Manage the admins who may sign in at /admin');
  const terminal = { input: process.stdin, output: process.stderr };
  user
    .command('add')
    .description('Add an admin')
    .argument('<name>', 'a-z, 0-9, dot, hyphen, underscore; e.g. ann')
    .addHelpText('after', PASSWORD_HELP)
    .action(async (name: string) => {
      assertName(name);
      const password = await readPassword(terminal);
      await withDatabase(async (pool) => addUser(pool, name, password));
      console.log(`Added ${name}, who can now sign in at /admin.`);
    });
  user
    .command('list')
    .description('List admins and when each was last seen')
    .addOption(jsonOption())
    .action(async (options: { json: boolean }) => {
      printList(
        await withDatabase(listUsers),
        {
          columns: {
            NAME: ({ name }) => name,
            CREATED: ({ createdAt }) => formatMinute(createdAt),
            'LAST SEEN': ({ lastSeen }) => (lastSeen === null ? 'never' : formatMinute(lastSeen)),
          },
          json: ({ name, createdAt, lastSeen }) => ({
            name,
            created_at: createdAt.toISOString(),
            last_seen: lastSeen?.toISOString() ?? null,
          }),
          empty: 'No admins yet. Add one: sagasu user add <name>',
        },
        options,
      );
    });
  user
    .command('password')
    .description("Change an admin's password and end all their sessions")
    .argument('<name>', 'name of the admin')
    .addHelpText('after', PASSWORD_HELP)
    .action(async (name: string) => {
      const password = await readPassword(terminal);
      const sessions = await withDatabase(async (pool) => changePassword(pool, name, password));
      console.log(`Changed the password of ${name}. Sessions ended: ${sessions}.`);
    });
  user
    .command('remove')
    .description('Remove an admin and end all their sessions')
    .argument('<name>', 'name of the admin')
    .action(async (name: string) => {
      await withDatabase(async (pool) => removeUser(pool, name));
      console.log(`Removed ${name}.`);
    });
  return user;
}
