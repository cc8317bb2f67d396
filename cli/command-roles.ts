/**
 * The roles of processes as which commands can log in to PostgreSQL, with the same result as the owner. Every other command needs the owner
 * of the database, or no database. To add a command here, its test in test/integration/cli/command-roles.test.ts comes first: row security
 * hides rows from a role without an error.
 */
import type { Command } from 'commander';
import type { ProcessName } from '../platform/roles.ts';

/** By the words after `sagasu`. The first role whose password is known is used. */
type CommandRoles = Readonly<Record<string, readonly [ProcessName, ...ProcessName[]]>>;

export const COMMAND_ROLES: CommandRoles = {
  'alerts list': ['server'],
  'backfill add': ['scraper'],
  'backfill list': ['server', 'scraper'],
  'board defaults show': ['server', 'indexer', 'scraper'],
  'board list': ['server', 'indexer', 'scraper'],
  'board release': ['scraper'],
  'board show': ['server', 'indexer', 'scraper'],
  'forum close': ['scraper'],
  'forum list': ['server', 'scraper'],
  'forum open': ['scraper'],
  'identity list': ['server', 'scraper'],
  kick: ['server', 'scraper'],
  'media redraw': ['scraper'],
  'media rehash': ['scraper'],
  'media store list': ['server', 'scraper'],
  'media verify': ['scraper'],
  'refusals list': ['scraper'],
  'reprocess texts': ['importer'],
  reindex: ['indexer'],
  'reindex rollback': ['indexer'],
  status: ['server'],
  'tasks cancel': ['indexer'],
  'tasks list': ['indexer'],
  'tasks pause': ['indexer'],
  'tasks resume': ['indexer'],
  'tasks show': ['indexer'],
  'tasks watch': ['indexer'],
  verify: ['indexer'],
};

/** Commands that also work for an account, in the role of servers (cli/staff.ts). */
export const STAFF_COMMANDS: ReadonlySet<string> = new Set([
  'ban add',
  'ban lift',
  'ban list',
  'ban look',
  'filter add',
  'filter apply',
  'filter disable',
  'filter enable',
  'filter list',
  'filter remove',
  'filter try',
  'filter undo',
  'post hide',
  'post show',
]);

/** Empty for a command that needs the owner, or no database. */
export function rolesOf(path: string): readonly ProcessName[] {
  return COMMAND_ROLES[path] ?? [];
}

/** The words of a command after `sagasu`. */
export function pathOf(command: Command): string {
  const { parent } = command;
  if (parent === null) return '';
  return `${pathOf(parent)} ${command.name()}`.trim();
}
