/** The schema of the database is the one that mappings/postgres/schema.sql prints. */
import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { pendingMigrations, knownMigrations } from '../../platform/migrate.ts';
import { inTransaction, withConnection } from '../../platform/postgres.ts';
import { printSchema } from '../../platform/print-schema.ts';
import { SchemaVersionError, withBaseline } from '../../platform/schema-state.ts';
import type { Check, Fault } from './check.ts';
import { compareSchemas, grantOf, kindOfLine, type LineKind, type SchemaDifference } from './schema-lines.ts';

const PRINTED = new URL('../../mappings/postgres/schema.sql', import.meta.url);
const MAX_LINES = 20;
const MAX_MIGRATIONS = 3;

/** Reads pg_roles. */
const ROLES = `select rolname::text as role from pg_roles union all select 'public'`;

async function compare(pool: pg.Pool): Promise<SchemaDifference> {
  const [wanted, present, { rows }] = await Promise.all([
    readFile(PRINTED, 'utf8'),
    withConnection(pool, printSchema),
    pool.query<{ role: string }>(ROLES),
  ]);
  const { missing, surplus } = compareSchemas(wanted, present);
  const roles = new Set(rows.map(({ role }) => role));
  // The checks of roles name a role that is missing; nobody could grant it anything.
  const isPossible = (to: string | undefined) => to === undefined || roles.has(to);
  return { missing: missing.filter(({ line }) => isPossible(grantOf(line)?.to)), surplus };
}

async function differences(pool: pg.Pool, kind: LineKind): Promise<readonly Fault[]> {
  const { missing, surplus } = await compare(pool);
  const ofKind = (lines: SchemaDifference['missing']) => lines.filter((line) => kindOfLine(line) === kind);
  const faults = [
    ...ofKind(missing).map(({ object, line }) => ({ text: `${object} lacks: ${line.trim()}` })),
    ...ofKind(surplus).map(({ object, line }) => ({ text: `${object} has too much: ${line.trim()}` })),
  ];
  const others = faults.length - MAX_LINES;
  return others > 0 ? [...faults.slice(0, MAX_LINES), { text: `${others} more lines differ` }] : faults;
}

/** Takes all rights of the differing pairs of object and role, and grants those of the printed schema. */
async function grantAgain(pool: pg.Pool): Promise<void> {
  const wanted = (await readFile(PRINTED, 'utf8')).split('\n').map((line) => line.replace(/;$/, ''));
  const { missing, surplus } = await compare(pool);
  const pairs = new Map(
    [...missing, ...surplus].flatMap(({ line }) => {
      const grant = grantOf(line);
      return grant === null ? [] : [[`${grant.on} ${grant.to}`, grant] as const];
    }),
  );
  await inTransaction(pool, async (client) => {
    for (const { on, to } of pairs.values()) {
      await client.query(`revoke all on ${on} from ${to}`);
      for (const line of wanted) {
        const grant = grantOf(line);
        if (grant?.on === on && grant.to === to) await client.query(line);
      }
    }
  });
}

/** Rights of the processes on partitions, which row security does not protect; imports may insert. Reads the catalog. */
const GRANTS_ON_PARTITIONS = `
select c.oid::regclass::text as partition, coalesce(r.rolname::text, 'public') as role, string_agg(lower(acl.privilege_type), ', ') as rights
from pg_class c cross join aclexplode(c.relacl) acl left join pg_roles r on r.oid = acl.grantee
where c.relispartition and c.relnamespace = 'public'::regnamespace and (acl.grantee = 0 or r.rolname like 'sagasu\\_%')
  and acl.grantee <> c.relowner and not (r.rolname = 'sagasu_importer' and acl.privilege_type = 'INSERT')
group by 1, 2 order by 1, 2`;

interface PartitionGrant {
  readonly partition: string;
  readonly role: string;
  readonly rights: string;
}

const readPartitionGrants = async (pool: pg.Pool) => (await pool.query<PartitionGrant>(GRANTS_ON_PARTITIONS)).rows;

const revokeOf = ({ partition, role, rights }: PartitionGrant): string =>
  `revoke ${rights} on ${partition} from ${role}`;

/** Indexes that a failed `create index concurrently` left. Reads the catalog. */
const INVALID_INDEXES = `
select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
where not i.indisvalid and c.relnamespace = 'public'::regnamespace and c.relkind = 'i' order by 1`;

export const SCHEMA_CHECKS: readonly Check[] = [
  {
    name: 'schema.version',
    level: 'error',
    needs: ['postgresql'],
    meaning: 'Servers answer 503 and the other processes wait, or refuse to start.',
    fix: 'sagasu migrate',
    async run({ pool }) {
      const { rows } = await pool
        .query<{ name: string }>('select name from migrations order by name')
        .catch(() => ({ rows: [] }));
      if (rows.length === 0) return [{ text: 'the database has no schema' }];
      try {
        withBaseline(
          rows.map(({ name }) => name),
          await knownMigrations(),
        );
      } catch (error) {
        if (!(error instanceof SchemaVersionError)) throw error;
        return [{ text: error.message, fix: 'the version of Sagasu that the sentence names' }];
      }
      const pending = await pendingMigrations(pool);
      if (pending.length <= MAX_MIGRATIONS)
        return pending.map((name) => ({ text: `the migration ${name} is missing` }));
      return [{ text: `${pending.length} migrations are missing: ${pending[0]} to ${pending.at(-1)}` }];
    },
  },
  {
    name: 'schema.objects',
    level: 'error',
    needs: ['schema'],
    meaning:
      'Somebody changed tables, indexes or functions by hand: statements may fail, be slow, or lose what a trigger keeps.',
    fix: 'undo the change by SQL: mappings/postgres/schema.sql has each line',
    run: async ({ pool }) => differences(pool, 'objects'),
  },
  {
    name: 'schema.policies',
    level: 'error',
    needs: ['schema'],
    meaning:
      'Row security decides which rows a process may see. Hidden posts or data of staff may be shown, or requests fail.',
    fix: 'undo the change by SQL: mappings/postgres/schema.sql has each line',
    run: async ({ pool }) => differences(pool, 'policies'),
  },
  {
    name: 'schema.grants',
    level: 'error',
    needs: ['schema'],
    meaning: 'A process lacks a right and fails where it needs it, or has a right that it must not have.',
    fix: 'sagasu doctor --fix',
    run: async ({ pool }) => differences(pool, 'grants'),
    repair: async ({ pool }) => grantAgain(pool),
  },
  {
    name: 'schema.partitions',
    level: 'error',
    needs: ['schema'],
    meaning: 'Row security of posts does not apply to direct access to a partition: the role can read hidden posts.',
    fix: 'sagasu doctor --fix',
    async run({ pool }) {
      return (await readPartitionGrants(pool)).map((grant) => ({
        text: `${grant.role} may ${grant.rights} on the partition ${grant.partition}`,
        fix: revokeOf(grant),
      }));
    },
    async repair({ pool }) {
      for (const grant of await readPartitionGrants(pool)) await pool.query(revokeOf(grant));
    },
  },
  {
    name: 'schema.indexes',
    level: 'error',
    needs: ['schema'],
    meaning: 'PostgreSQL does not use the index, so statements that need it read whole tables.',
    fix: 'reindex index concurrently NAME',
    async run({ pool }) {
      const { rows } = await pool.query<{ name: string }>(INVALID_INDEXES);
      return rows.map(({ name }) => ({
        text: `the index ${name} is not valid`,
        fix: `reindex index concurrently ${name}`,
      }));
    },
  },
];
