/** The addresses with which commands log in to PostgreSQL. All lead to PostgreSQL itself: commands need sessions, for their time limits and for COPY. */
import type { Config } from '../platform/config.ts';
import { directAddress } from '../platform/direct-address.ts';
import { ConfigError } from '../platform/errors.ts';
import { loginUrl, PROCESS_NAMES, PROCESS_ROLES, type ProcessName, type RolePasswords } from '../platform/roles.ts';
import { STAFF_COMMANDS } from './command-roles.ts';
import { noStore, readRunning } from './running-file.ts';

/** The words of the running command after `sagasu`, and the roles as which it can log in. */
let command: { readonly path: string; readonly roles: readonly ProcessName[] } = { path: '', roles: [] };

/** The program calls it before the action of a command. */
export function useCommand(path: string, roles: readonly ProcessName[]): void {
  command = { path, roles };
}

/**
 * The address as it is written, with any login.
 * @throws ConfigError when neither the environment nor a running `sagasu start` names a database.
 */
export function givenDatabaseUrl(config: Config): string {
  if (config.databaseUrl !== null) return directAddress(config.databaseUrl);
  const { databaseUrl } = readRunning(config);
  if (typeof databaseUrl === 'string') return databaseUrl;
  throw new ConfigError(noStore('database', 'DATABASE_URL'));
}

/** @throws ConfigError as givenDatabaseUrl does, or when the address logs in as the role of a process. */
export function ownerDatabaseUrl(config: Config): string {
  const url = givenDatabaseUrl(config);
  if (processOf(url) === null) return url;
  throw new ConfigError(`DATABASE_URL logs in as ${userOf(url)}: ${loginsOf([])}`);
}

/**
 * The address with which the running command logs in: as one of its roles if the settings have the password, otherwise as the owner.
 * @throws ConfigError as ownerDatabaseUrl does
 */
export function commandDatabaseUrl(config: Config): string {
  if (config.databaseUrl === null) return ownerDatabaseUrl(config);
  const url = givenDatabaseUrl(config);
  const login = processOf(url);
  const roles = isForAccount(config) ? (['server'] as const) : command.roles;
  if (login !== null && roles.some((role) => role === login)) return url;
  const passwords = givenPasswords(config);
  for (const role of roles) {
    const password = passwords[role];
    if (password !== undefined) return loginUrl(url, role, password);
  }
  if (login === null) return url;
  throw new ConfigError(`DATABASE_URL logs in as ${userOf(url)}: ${loginsOf(roles)}`);
}

function isForAccount({ staffToken }: Config): boolean {
  return staffToken !== null && STAFF_COMMANDS.has(command.path);
}

/**
 * The address with which imports write: in their own role, not as the owner.
 * @throws ConfigError when neither the environment nor a running `sagasu start` has its password.
 */
export function importerDatabaseUrl(config: Config): string {
  const url = givenDatabaseUrl(config);
  const { importerPassword: running } = config.databaseUrl === null ? readRunning(config) : {};
  const password = config.importerPassword ?? running;
  if (typeof password === 'string') return loginUrl(url, 'importer', password);
  throw new ConfigError(
    `imports log in to PostgreSQL as ${PROCESS_ROLES.importer}: set SAGASU_IMPORTER_DATABASE_PASSWORD, also for sagasu migrate. ` +
      'docs/operations/one-machine.md, "Roles in PostgreSQL"',
  );
}

/** The passwords of processes that the settings contain. */
export function givenPasswords(config: Config): Partial<RolePasswords> {
  return {
    ...(config.scraperPassword !== null && { scraper: config.scraperPassword }),
    ...(config.indexerPassword !== null && { indexer: config.indexerPassword }),
    ...(config.serverPassword !== null && { server: config.serverPassword }),
    ...(config.importerPassword !== null && { importer: config.importerPassword }),
  };
}

/** A sentence for a login that PostgreSQL refuses; it names the settings that mend it. Null for any other error. */
export function refusedLogin(url: string, error: Error & { readonly code?: unknown }): string | null {
  const isMissing = error.message.startsWith('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be');
  if (!isMissing && !(typeof error.code === 'string' && error.code.startsWith('28'))) return null;
  const reason = isMissing ? 'it demands a password' : error.message;
  const login = processOf(url);
  const way =
    login === null
      ? loginsOf(command.roles)
      : `set ${passwordSetting(login)} to the password with which sagasu migrate has run`;
  return `PostgreSQL refuses the login as ${userOf(url)} (${reason}): ${way}`;
}

/** A sentence that names the settings with which a command of these roles can log in. */
function loginsOf(roles: readonly ProcessName[]): string {
  const owner = "DATABASE_URL to the owner's login and password";
  const name = command.path === '' ? 'this command' : `sagasu ${command.path}`;
  const account = STAFF_COMMANDS.has(command.path) ? `, or SAGASU_STAFF_TOKEN with ${passwordSetting('server')}` : '';
  if (roles.length === 0) return `${name} needs the owner of the database: set ${owner}${account}. ${DOCS}`;
  return `${name} needs another login: set ${roles.map(passwordSetting).join(' or ')}, or ${owner}. ${DOCS}`;
}

const DOCS = 'docs/operations/one-machine.md, "Commands without the owner"';

function passwordSetting(name: ProcessName): string {
  return `SAGASU_${name.toUpperCase()}_DATABASE_PASSWORD`;
}

/** The process whose role the address logs in as; null for the owner. */
function processOf(url: string): ProcessName | null {
  const user = userOf(url);
  return PROCESS_NAMES.find((name) => PROCESS_ROLES[name] === user) ?? null;
}

function userOf(url: string): string {
  return decodeURIComponent(new URL(url).username) || 'the default user';
}
