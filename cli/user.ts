import { Command } from 'commander';
import { addUser, assertName, changePassword, listUsers, removeUser } from '../server/admin/users.ts';
import { withDatabase } from './stores.ts';
import { askPassword } from './password.ts';

export function userCommand(): Command {
  const user = new Command('user').description(
    'people who may sign in at /admin; passwords are asked for, or read from stdin',
  );
  const terminal = { input: process.stdin, output: process.stderr };
  user
    .command('add')
    .description('let somebody sign in')
    .argument('<name>', 'a-z, 0-9, dot, dash, underscore; e.g. ann')
    .action(async (name: string) => {
      assertName(name);
      const password = await askPassword(terminal);
      await withDatabase(async (pool) => addUser(pool, name, password));
      console.log(`${name} may sign in at /admin.`);
    });
  user
    .command('list')
    .description('who may sign in, and when they were last seen')
    .option('--json', 'one JSON object a line', false)
    .action(async ({ json }: { json: boolean }) => {
      const users = await withDatabase(listUsers);
      for (const { name, createdAt, lastSeen } of users) {
        const seen = lastSeen?.toISOString() ?? null;
        console.log(
          json
            ? JSON.stringify({ name, created_at: createdAt.toISOString(), last_seen: seen })
            : `${name}  since ${createdAt.toISOString().slice(0, 10)}  ${seen === null ? 'not signed in' : `last seen ${seen}`}`,
        );
      }
      if (users.length === 0 && !json) console.log('Nobody can sign in yet: sagasu user add <name>');
    });
  user
    .command('password')
    .description('give somebody another password, and end their sessions')
    .argument('<name>')
    .action(async (name: string) => {
      const password = await askPassword(terminal);
      const sessions = await withDatabase(async (pool) => changePassword(pool, name, password));
      console.log(`${name} has another password. Sessions ended: ${sessions}.`);
    });
  user
    .command('remove')
    .description('let somebody sign in no more, and end their sessions')
    .argument('<name>')
    .action(async (name: string) => {
      await withDatabase(async (pool) => removeUser(pool, name));
      console.log(`${name} may sign in no more.`);
    });
  return user;
}
