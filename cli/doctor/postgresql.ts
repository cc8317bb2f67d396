/** Settings and state of PostgreSQL, which keeps everything. */
import type pg from 'pg';
import { withPoolerHint } from '../../platform/direct-address.ts';
import { toError } from '../../platform/errors.ts';
import { faultIf, type Check } from './check.ts';

/** Reads some settings, as the connection has them. $1 names. */
const READ_SETTINGS = 'select name, current_setting(name) as value from unnest($1::text[]) as name';

async function settingsOf(pool: pg.Pool, ...names: readonly string[]): Promise<(name: string) => string> {
  const { rows } = await pool.query<{ name: string; value: string }>(READ_SETTINGS, [names]);
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  return (name) => values.get(name) ?? '';
}

const setSystem = (name: string, value: string) => `alter system set ${name} = ${value}; select pg_reload_conf()`;

const DURABILITY = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/** Beyond this share of connections, further ones soon wait and fail. */
const CROWDED = 0.85;
const CONNECTIONS = `
select (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`;

const LOCALE = `
select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, coalesce(datlocale, datcollate) as locale
from pg_database where datname = current_database()`;

/** Partitions whose autovacuum an import turned off. Reads pg_class; an import that runs is an unfinished task. */
const PAUSED_TABLES = `
select c.oid::regclass::text as name from pg_class c
where 'autovacuum_enabled=false' = any (c.reloptions)
  and not exists (select from tasks where kind = 'import' and status in ('enqueued', 'processing'))
order by 1`;

/** A transaction this old keeps vacuum from removing what changed since. */
const LONG_TRANSACTION_HOURS = 6;
const OLDEST_TRANSACTION = `
select pid, usename::text as role, xact_start as since from pg_stat_activity
where datname = current_database() and xact_start is not null and pid <> pg_backend_pid() and backend_type = 'client backend'
order by xact_start limit 1`;

/** PostgreSQL stops at two thousand million; autovacuum begins at two hundred. */
const MANY_TRANSACTIONS = 1_000_000_000;
const TRANSACTION_AGE = 'select age(datfrozenxid)::int as age from pg_database where datname = current_database()';

/** Slots keep the write-ahead log until it is read. Reads pg_replication_slots, which is small. */
const IDLE_SLOTS = 'select slot_name::text as name from pg_replication_slots where not active order by 1';

export const POSTGRESQL_CHECKS: readonly Check[] = [
  {
    name: 'postgresql.answers',
    level: 'error',
    meaning: 'Nothing is harvested or changed, and readers get only the parts that Elasticsearch has.',
    fix: 'check DATABASE_URL and start PostgreSQL: systemctl start postgresql, or docker compose up -d postgres',
    async run({ pool }) {
      const failure = await pool.query('select 1').then(
        () => null,
        (thrown: unknown) => {
          const error: Error & { readonly code?: unknown } = toError(thrown);
          return withPoolerHint(error.message || String(error.code));
        },
      );
      return faultIf(failure !== null, `PostgreSQL does not answer: ${failure}`);
    },
  },
  {
    name: 'postgresql.durability',
    level: 'error',
    needs: ['postgresql'],
    meaning: 'A crash loses acknowledged posts, or damages the database.',
    fix: 'alter system set fsync = on, full_page_writes = on and synchronous_commit = on',
    async run({ pool }) {
      const value = await settingsOf(pool, ...DURABILITY);
      return DURABILITY.flatMap((name) =>
        faultIf(value(name) === 'off', `${name} is off`, { fix: setSystem(name, 'on') }),
      );
    },
  },
  {
    name: 'postgresql.log',
    level: 'error',
    needs: ['postgresql'],
    meaning: 'Tokens of sessions and API keys are parameters of statements: PostgreSQL writes them to its log.',
    fix: setSystem('log_parameter_max_length', '0'),
    async run({ pool }) {
      const names = ['log_parameter_max_length', 'log_statement', 'log_min_duration_statement'] as const;
      const value = await settingsOf(pool, ...names, 'log_min_duration_sample');
      const logs =
        value('log_statement') !== 'none' ||
        value('log_min_duration_statement') !== '-1' ||
        value('log_min_duration_sample') !== '-1';
      return faultIf(
        logs && value('log_parameter_max_length') !== '0',
        'statements are logged, and log_parameter_max_length is not 0',
      );
    },
  },
  {
    name: 'postgresql.locale',
    level: 'warning',
    needs: ['postgresql'],
    meaning:
      'Texts that the encoding lacks are refused, and an update of the operating system can change the order of its indexes.',
    fix: 'create a database with the locale of docs/operations/tune.md, "Tuning PostgreSQL", then sagasu backup and sagasu restore',
    async run({ pool }) {
      const { rows } = await pool.query<{ encoding: string; provider: string; locale: string }>(LOCALE);
      return rows.flatMap(({ encoding, provider, locale }) => [
        ...faultIf(encoding !== 'UTF8', `the encoding of the database is ${encoding}, not UTF8`, { level: 'error' }),
        ...faultIf(
          provider !== 'b' || locale !== 'C.UTF-8',
          `the locale of the database is ${locale}, not the built-in C.UTF-8`,
        ),
      ]);
    },
  },
  {
    name: 'postgresql.connections',
    level: 'warning',
    needs: ['postgresql'],
    meaning: 'A connection beyond the limit waits five seconds and then fails.',
    fix: `${setSystem('max_connections', '300').split(';')[0]}, then restart PostgreSQL`,
    async run({ pool }) {
      const { rows } = await pool.query<{ used: number; most: number }>(CONNECTIONS);
      return rows.flatMap(({ used, most }) =>
        faultIf(used > CROWDED * most, `${used} of ${most} connections are in use`),
      );
    },
  },
  {
    name: 'postgresql.autovacuum',
    level: 'warning',
    needs: ['schema'],
    meaning: 'Old versions of rows fill the disk, and plans are made from old statistics.',
    fix: 'sagasu doctor --fix',
    async run({ pool }) {
      const value = await settingsOf(pool, 'autovacuum');
      const { rows } = await pool.query<{ name: string }>(PAUSED_TABLES);
      return [
        ...faultIf(value('autovacuum') === 'off', 'autovacuum is off', { fix: setSystem('autovacuum', 'on') }),
        ...rows.map(({ name }) => ({ text: `autovacuum of ${name} is off, and no import runs` })),
      ];
    },
    async repair({ pool }) {
      const { rows } = await pool.query<{ name: string }>(PAUSED_TABLES);
      for (const { name } of rows) await pool.query(`alter table ${name} reset (autovacuum_enabled)`);
    },
  },
  {
    name: 'postgresql.transactions',
    level: 'warning',
    needs: ['postgresql'],
    meaning: 'Vacuum cannot remove rows that changed since the transaction began, so tables grow.',
    fix: 'select pg_terminate_backend(PID)',
    async run({ pool, now }) {
      const { rows } = await pool.query<{ pid: number; role: string; since: Date }>(OLDEST_TRANSACTION);
      return rows.flatMap(({ pid, role, since }) => {
        const hours = Math.floor((now().getTime() - since.getTime()) / 3_600_000);
        return faultIf(
          hours >= LONG_TRANSACTION_HOURS,
          `a transaction of ${role} is ${hours} hours old (process ${pid})`,
          {
            fix: `select pg_terminate_backend(${pid}), unless it is a backup or an export`,
          },
        );
      });
    },
  },
  {
    name: 'postgresql.wraparound',
    level: 'error',
    needs: ['postgresql'],
    meaning:
      'PostgreSQL stops accepting writes at two thousand million transactions without a vacuum of the whole database.',
    fix: 'vacuum (freeze), as the owner',
    async run({ pool }) {
      const { rows } = await pool.query<{ age: number }>(TRANSACTION_AGE);
      return rows.flatMap(({ age }) =>
        faultIf(age > MANY_TRANSACTIONS, `${age} transactions have passed since the last vacuum of the whole database`),
      );
    },
  },
  {
    name: 'postgresql.slots',
    level: 'warning',
    needs: ['postgresql'],
    meaning: 'PostgreSQL keeps its write-ahead log until the slot is read, and finally fills the disk.',
    fix: `select pg_drop_replication_slot('NAME')`,
    async run({ pool }) {
      const { rows } = await pool.query<{ name: string }>(IDLE_SLOTS);
      return rows.map(({ name }) => ({
        text: `nobody reads the replication slot ${name}`,
        fix: `start the replica, or select pg_drop_replication_slot('${name}')`,
      }));
    },
  },
];
