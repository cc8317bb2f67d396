/** The roles that Sagasu's processes and its imports log in as. Migrations create them and grant each only the rights that it needs. */
import pg from 'pg';
import { directAddress } from './direct-address.ts';
import { ConfigError } from './errors.ts';

export const PROCESS_ROLES = {
  scraper: 'sagasu_scraper',
  indexer: 'sagasu_indexer',
  server: 'sagasu_server',
  importer: 'sagasu_importer',
} as const;

export type ProcessName = keyof typeof PROCESS_ROLES;
export type RolePasswords = Readonly<Record<ProcessName, string>>;

export const PROCESS_NAMES = Object.keys(PROCESS_ROLES) as readonly ProcessName[];

/** The address of the same database for a process's role. */
export function loginUrl(databaseUrl: string, name: ProcessName, password: string): string {
  const url = new URL(databaseUrl);
  url.username = PROCESS_ROLES[name];
  url.password = password;
  return url.href;
}

/** @throws ConfigError unless the address logs in as the process's own role. */
export function assertOwnRole(databaseUrl: string, name: ProcessName): void {
  const user = decodeURIComponent(new URL(databaseUrl).username);
  if (user === PROCESS_ROLES[name]) return;
  throw new ConfigError(
    `DATABASE_URL of the ${name} must log in as ${PROCESS_ROLES[name]}, not as ${user === '' ? 'the default user' : user}: ` +
      'a process may not own the database. docs/operations/one-machine.md, "Roles in PostgreSQL", says how to set its password',
  );
}

/** @throws ConfigError if migrations would have to create roles and the owner may not; its message states the commands for a superuser. */
export async function assertRoles(ownerUrl: string): Promise<void> {
  await connected(ownerUrl, async (client) => {
    // pg_roles: pg_authid_rolname_index.
    const { rows } = await client.query<{ owner: string; may_create: boolean; existing: string[] }>(
      `select rolname as owner, rolsuper or rolcreaterole as may_create,
         array(select rolname::text from pg_roles where rolname = any($1)) as existing
       from pg_roles where rolname = current_user`,
      [Object.values(PROCESS_ROLES)],
    );
    const [{ owner, may_create: mayCreate, existing } = { owner: '', may_create: false, existing: [] }] = rows;
    const missing = Object.values(PROCESS_ROLES).filter((role) => !existing.includes(role));
    if (mayCreate || missing.length === 0) return;
    const statements = missing.map((role) => `create role ${role} login password '…';`).join(' ');
    throw new ConfigError(
      `PostgreSQL has no ${missing.length === 1 ? 'role' : 'roles'} ${missing.join(', ')}, and ${owner} may not create roles. ` +
        `Let a superuser run: ${statements} docs/operations/one-machine.md, "Roles in PostgreSQL"`,
    );
  });
}

/**
 * Permits the roles to log in with these passwords. Needs the owner's address, and migrations that have run. Other roles keep their
 * passwords.
 * @throws ConfigError if the owner may not, because somebody else created the role and it has another password
 */
export async function setRolePasswords(ownerUrl: string, passwords: Partial<RolePasswords>): Promise<void> {
  await connected(ownerUrl, async (client) => {
    await client.query('begin');
    // Roles belong to the whole server: two programs that set them at once would fail.
    await client.query(`select pg_advisory_xact_lock(hashtext('sagasu_roles'))`);
    for (const name of PROCESS_NAMES) {
      const password = passwords[name];
      if (password === undefined) continue;
      await setPassword(client, name, password, ownerUrl);
    }
    await client.query('commit');
  });
}

const INSUFFICIENT_PRIVILEGE = '42501';

async function setPassword(client: pg.Client, name: ProcessName, password: string, ownerUrl: string): Promise<void> {
  const role = PROCESS_ROLES[name];
  await client.query('savepoint before_password');
  try {
    await client.query(`alter role ${role} login password ${client.escapeLiteral(password)}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error;
    await client.query('rollback to savepoint before_password');
    if (await canLogIn(loginUrl(ownerUrl, name, password))) return;
    throw new ConfigError(
      `the role ${role} belongs to another archive on this server or to a superuser, who alone may change its password, ` +
        `and the one of SAGASU_${name.toUpperCase()}_DATABASE_PASSWORD is not it: name the right one or none`,
      { cause: error },
    );
  }
}

async function canLogIn(url: string): Promise<boolean> {
  return connected(url, async () => true).catch((error: unknown) => {
    if (error instanceof pg.DatabaseError) return false;
    throw error;
  });
}

/** Processes whose role may not log in yet. */
export async function rolesWithoutLogin(ownerUrl: string): Promise<readonly ProcessName[]> {
  return connected(ownerUrl, async (client) => {
    // pg_roles: pg_authid_rolname_index.
    const { rows } = await client.query<{ rolname: string }>(
      'select rolname from pg_roles where rolname = any($1) and rolcanlogin',
      [Object.values(PROCESS_ROLES)],
    );
    return PROCESS_NAMES.filter((name) => rows.every(({ rolname }) => rolname !== PROCESS_ROLES[name]));
  });
}

/** Reads every row, regardless of policies. Migrations create it if they run as a superuser. */
export const BACKUP_ROLE = 'sagasu_backup';

/** True if the role exists and row security does not apply to it. */
export async function readsEveryRow(ownerUrl: string, role: string): Promise<boolean> {
  return connected(ownerUrl, async (client) => {
    // pg_roles: pg_authid_rolname_index.
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1 and rolbypassrls', [role]);
    return rowCount === 1;
  });
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: directAddress(url),
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
