/** `sagasu migrate`. */
import { Command } from 'commander';
import { readConfig } from '../platform/config.ts';
import { migrate } from '../platform/migrate.ts';
import {
  BACKUP_ROLE,
  PROCESS_ROLES,
  readsEveryRow,
  rolesWithoutLogin,
  setRolePasswords,
  type ProcessName,
} from '../platform/roles.ts';
import { givenPasswords, ownerDatabaseUrl } from './database-address.ts';

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Apply the database migrations of this version and set the passwords of the processes; safe to repeat')
    .action(async () => {
      const config = readConfig();
      const url = ownerDatabaseUrl(config);
      // With its pooler, if it names one: the database then has settings for it.
      const applied = await migrate(config.databaseUrl ?? url);
      console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
      await setRolePasswords(url, givenPasswords(config));
      for (const name of await rolesWithoutLogin(url)) console.log(noLogin(name));
      if (!(await readsEveryRow(url, BACKUP_ROLE))) console.log(NO_BACKUP_ROLE);
    });
}

const NO_BACKUP_ROLE =
  `There is no role ${BACKUP_ROLE}, which only a superuser can create. Without it pg_dump needs --enable-row-security: ` +
  'docs/operations/back-up.md, "Backup and restore".';

function noLogin(name: ProcessName): string {
  const setting = `SAGASU_${name.toUpperCase()}_DATABASE_PASSWORD`;
  return `No ${name} can log in yet: set ${setting} and run this again, or ALTER ROLE ${PROCESS_ROLES[name]} LOGIN PASSWORD '…'.`;
}
