import { Command } from 'commander';
import { readConfig } from '../platform/config.ts';
import { migrate } from '../platform/migrate.ts';
import { ownerDatabaseUrl } from './stores.ts';

export function migrateCommand(): Command {
  return new Command('migrate').description('bring the database to this version; safe to repeat').action(async () => {
    const applied = await migrate(ownerDatabaseUrl(readConfig()));
    console.log(applied.length === 0 ? 'The database is current.' : `Applied ${applied.join(', ')}.`);
  });
}
