/** The roles in PostgreSQL as which processes log in. */
import pg from 'pg';
import { BACKUP_ROLE, loginUrl, PROCESS_NAMES, PROCESS_ROLES, readsEveryRow } from '../../platform/roles.ts';
import { givenPasswords } from '../database-address.ts';
import { faultIf, type Check } from './check.ts';

const DOCS = 'docs/operations/one-machine.md, "Roles in PostgreSQL"';
const ROLES = Object.values(PROCESS_ROLES);

/** Reads pg_roles: pg_authid_rolname_index. $1 roles. */
const READ_ROLES = `
select r.rolname::text as role, r.rolcanlogin as can_log_in,
  array_remove(array[case when r.rolsuper then 'superuser' end, case when r.rolcreaterole then 'createrole' end,
    case when r.rolcreatedb then 'createdb' end, case when r.rolbypassrls then 'bypassrls' end,
    case when r.rolreplication then 'replication' end], null) as rights,
  array(select g.rolname::text from pg_auth_members m join pg_roles g on g.oid = m.roleid where m.member = r.oid) as groups,
  has_database_privilege(r.oid, current_database(), 'connect') as can_connect
from pg_roles r where r.rolname = any ($1) order by 1`;

interface RoleRow {
  readonly role: string;
  readonly can_log_in: boolean;
  readonly rights: readonly string[];
  readonly groups: readonly string[];
  readonly can_connect: boolean;
}

const readRoles = async (pool: pg.Pool) => (await pool.query<RoleRow>(READ_ROLES, [ROLES])).rows;

/** Reads pg_class. Tables, views and sequences of other owners. */
const FOREIGN_OWNERS = `
select pg_get_userbyid(c.relowner) as owner, count(*)::int as objects, current_user as login from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'S') and c.relowner <> current_user::regrole
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
group by 1 order by 1`;

const LOGIN_MS = 5_000;

async function loginError(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: LOGIN_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return null;
  } catch (error) {
    if (error instanceof pg.DatabaseError) return error.message;
    throw error;
  }
}

export const ROLE_CHECKS: readonly Check[] = [
  {
    name: 'roles.login',
    level: 'error',
    needs: ['postgresql'],
    meaning: 'The process cannot log in to PostgreSQL, so it does not start.',
    fix: 'sagasu migrate with the passwords in the environment',
    async run({ pool }) {
      const found = new Map((await readRoles(pool)).map((row) => [row.role, row]));
      return PROCESS_NAMES.flatMap((name) => {
        const role = PROCESS_ROLES[name];
        const fix = `SAGASU_${name.toUpperCase()}_DATABASE_PASSWORD=… sagasu migrate`;
        if (!found.has(role)) return [{ text: `there is no role ${role}`, fix }];
        return faultIf(found.get(role)?.can_log_in === false, `the role ${role} may not log in`, { fix });
      });
    },
  },
  {
    name: 'roles.password',
    level: 'error',
    needs: ['postgresql'],
    meaning: 'A process with this password cannot log in to PostgreSQL.',
    fix: 'sagasu migrate with the same passwords as the processes',
    async run({ config, databaseUrl }) {
      const given = Object.entries(givenPasswords(config)) as [keyof typeof PROCESS_ROLES, string][];
      const found = await Promise.all(
        given.map(async ([name, password]) => {
          const error = await loginError(loginUrl(databaseUrl, name, password));
          const setting = `SAGASU_${name.toUpperCase()}_DATABASE_PASSWORD`;
          return faultIf(error !== null, `${PROCESS_ROLES[name]} cannot log in with ${setting}: ${error}`);
        }),
      );
      return found.flat();
    },
  },
  {
    name: 'roles.connect',
    level: 'error',
    needs: ['postgresql'],
    meaning: 'Only the owner can connect to the database. An interrupted restore leaves it so.',
    fix: 'sagasu restore FOLDER --replace again, or grant connect on database NAME to public',
    async run({ pool }) {
      return (await readRoles(pool)).flatMap(({ role, can_connect: can }) =>
        faultIf(!can, `${role} may not connect to the database`),
      );
    },
  },
  {
    name: 'roles.rights',
    level: 'error',
    needs: ['postgresql'],
    meaning:
      'Whoever takes over the process can read or change more than it needs: row security and grants do not hold.',
    fix: `alter role NAME nosuperuser nocreaterole nocreatedb nobypassrls noreplication; ${DOCS}`,
    async run({ pool }) {
      return (await readRoles(pool)).flatMap(({ role, rights, groups }) => [
        ...rights.map((right) => ({ text: `${role} is ${right}`, fix: `alter role ${role} no${right}` })),
        ...groups.map((group) => ({
          text: `${role} is a member of ${group}`,
          fix: `revoke "${group}" from ${role}`,
        })),
      ]);
    },
  },
  {
    name: 'roles.owner',
    level: 'error',
    needs: ['schema'],
    meaning:
      'Commands and migrations log in as a role that does not own the tables: they fail, or see only some of the rows.',
    fix: `set DATABASE_URL to the owner; ${DOCS}`,
    async run({ pool }) {
      const { rows } = await pool.query<{ owner: string; objects: number; login: string }>(FOREIGN_OWNERS);
      return rows.map(({ owner, objects, login }) => ({
        text: `${owner} owns ${objects} tables, views and sequences, and commands log in as ${login}`,
      }));
    },
  },
  {
    name: 'roles.backup',
    level: 'note',
    needs: ['postgresql'],
    meaning: 'pg_dump needs a role to which row security does not apply. sagasu backup works without it, as the owner.',
    fix: `create role ${BACKUP_ROLE} login password '…' bypassrls; grant pg_read_all_data to ${BACKUP_ROLE}`,
    async run({ databaseUrl }) {
      const reads = await readsEveryRow(databaseUrl, BACKUP_ROLE);
      return faultIf(!reads, `there is no role ${BACKUP_ROLE} that reads every row`);
    },
  },
];
