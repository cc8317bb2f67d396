/** `sagasu doctor` over a database in which each fault is planted. */
import { beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../../support/logins.ts';
import { insertBoard } from '../../../support/builders.ts';
import { useWorld, type World } from '../../../support/world.ts';
import { diagnosisOf, examine, faults, hoursAhead } from './examine.ts';

const world = useWorld();

beforeAll(async () => {
  const board = await insertBoard(world().pool, 'g');
  await world().pool.query('select ensure_slice($1, 0)', [board.id]);
});

/** Plants a fault, runs `work`, and takes it away again. */
async function planted<T>(statement: string, undo: string, work: () => Promise<T>): Promise<T> {
  await world().pool.query(statement);
  try {
    return await work();
  } finally {
    await world().pool.query(undo);
  }
}

const markIndex = (isValid: boolean): string =>
  `update pg_index set indisvalid = ${isValid} where indexrelid = 'account_roles_board'::regclass`;

const nameOf = ({ databaseUrl }: World): string => new URL(databaseUrl).pathname.slice(1);

/** Settings of a database apply to new connections. */
async function withSetting<T>(name: string, value: string, work: () => Promise<T>): Promise<T> {
  const database = nameOf(world());
  return planted(`alter database ${database} set ${name} = ${value}`, `alter database ${database} reset ${name}`, work);
}

describe('the schema', () => {
  const all = [
    'schema.version',
    'schema.objects',
    'schema.policies',
    'schema.grants',
    'schema.partitions',
    'schema.indexes',
  ];

  test('of a migrated database has no fault', async () => {
    expect(await diagnosisOf(world(), all)).toMatchObject({ checked: all.length, findings: [], unchecked: [] });
  });

  test('without a migration is old, and checks of the schema are not made', async () => {
    const { rows } = await world().pool.query<{ name: string }>(
      'select name from migrations order by name desc limit 1',
    );
    const name = rows[0]?.name ?? '';
    await planted(
      `delete from migrations where name = '${name}'`,
      `insert into migrations (name, run_on) values ('${name}', now())`,
      async () => {
        const { findings, unchecked } = await diagnosisOf(world(), ['schema.version', 'schema.grants']);
        expect(findings).toMatchObject([
          { level: 'error', found: `the migration ${name} is missing`, fix: 'sagasu migrate' },
        ]);
        expect(unchecked).toEqual([{ check: 'schema.grants', reason: 'the database lacks migrations' }]);
      },
    );
  });

  test('with a migration of a newer version names it', async () => {
    await planted(
      `insert into migrations (name, run_on) values ('9999_later', now())`,
      `delete from migrations where name = '9999_later'`,
      async () => {
        expect(await faults(world(), 'schema.version')).toEqual([expect.stringContaining('9999_later')]);
      },
    );
  });

  test('without a database says that there is no schema', async () => {
    const database = `${nameOf(world())}_empty`;
    await planted(`create database ${database}`, `drop database ${database} with (force)`, async () => {
      const url = new URL(world().databaseUrl);
      url.pathname = `/${database}`;
      expect(await faults({ ...world(), databaseUrl: url.href }, 'schema.version')).toEqual([
        'the database has no schema',
      ]);
    });
  });

  test('names a lost index and a foreign column', async () => {
    await planted(
      'drop index account_roles_board; alter table boards add column colour text',
      'create index account_roles_board on account_roles (board_id); alter table boards drop column colour',
      async () => {
        expect(await faults(world(), 'schema.objects')).toEqual([
          expect.stringMatching(/^account_roles lacks: CREATE INDEX account_roles_board/),
          'boards has too much: colour text',
        ]);
      },
    );
  });

  test('names a lost policy', async () => {
    const policy = 'create policy owner on accounts for all to current_user using (true) with check (true)';
    await planted('drop policy owner on accounts', policy, async () => {
      expect(await faults(world(), 'schema.policies')).toEqual([
        expect.stringMatching(/^accounts lacks: create policy owner on accounts/),
      ]);
    });
  });

  test('gets lost and surplus grants back, with --fix only', async () => {
    await world().pool.query(`
      revoke select on verifications from sagasu_server;
      grant delete on verifications to sagasu_scraper;
      revoke usage on dirty_gen from sagasu_indexer;
      revoke update (disabled_at) on accounts from sagasu_server;
      revoke execute on function staff_queues() from sagasu_server`);
    const found = await examine(world(), 'schema.grants');
    expect(found.map(({ found: text }) => text)).toEqual(
      expect.arrayContaining([
        'verifications lacks: grant select on verifications to sagasu_server',
        'verifications has too much: grant delete, select on verifications to sagasu_scraper',
        'dirty_gen lacks: grant usage on dirty_gen to sagasu_indexer',
      ]),
    );
    expect(found.every(({ fixable, level }) => fixable && level === 'error')).toBe(true);
    const { fixed } = await diagnosisOf(world(), ['schema.grants'], { fix: true });
    expect(fixed).toEqual(['schema.grants']);
    expect(await faults(world(), 'schema.grants')).toEqual([]);
  });

  test('takes rights on partitions away', async () => {
    const { rows } = await world().pool.query<{ name: string }>(
      `select relname as name from pg_class where relispartition and relkind = 'r' and relname like 'posts\\_b%' order by 1 limit 1`,
    );
    const name = rows[0]?.name ?? '';
    await world().pool.query(`grant select on ${name} to sagasu_server`);
    expect(await examine(world(), 'schema.partitions')).toMatchObject([
      {
        found: `sagasu_server may select on the partition ${name}`,
        fix: `revoke select on ${name} from sagasu_server`,
      },
    ]);
    expect((await diagnosisOf(world(), ['schema.partitions'], { fix: true })).findings).toEqual([]);
  });

  test('names an index that is not valid', async () => {
    await planted(markIndex(false), markIndex(true), async () => {
      expect(await faults(world(), 'schema.indexes')).toEqual(['the index account_roles_board is not valid']);
    });
  });
});

describe('PostgreSQL', () => {
  test('that may lose acknowledged transactions is an error', async () => {
    expect(await faults(world(), 'postgresql.durability')).toEqual([]);
    await withSetting('synchronous_commit', 'off', async () => {
      expect(await examine(world(), 'postgresql.durability')).toMatchObject([
        {
          level: 'error',
          found: 'synchronous_commit is off',
          fix: 'alter system set synchronous_commit = on; select pg_reload_conf()',
        },
      ]);
    });
  });

  test('that logs statements with their parameters is an error', async () => {
    expect(await faults(world(), 'postgresql.log')).toEqual([]);
    await withSetting('log_min_duration_statement', '500', async () => {
      expect(await faults(world(), 'postgresql.log')).toEqual([
        'statements are logged, and log_parameter_max_length is not 0',
      ]);
      await withSetting('log_parameter_max_length', '0', async () => {
        expect(await faults(world(), 'postgresql.log')).toEqual([]);
      });
    });
  });

  test('with another locale or encoding gets a warning or an error', async () => {
    expect(await faults(world(), 'postgresql.locale')).toEqual([]);
    const database = `${nameOf(world())}_latin`;
    const create = `create database ${database} template template0 encoding LATIN1 locale_provider libc locale 'C'`;
    await planted(create, `drop database ${database} with (force)`, async () => {
      const url = new URL(world().databaseUrl);
      url.pathname = `/${database}`;
      const found = await examine({ ...world(), databaseUrl: url.href }, 'postgresql.locale');
      expect(found.map(({ level, found: text }) => [level, text])).toEqual([
        ['error', 'the encoding of the database is LATIN1, not UTF8'],
        ['warning', 'the locale of the database is C, not the built-in C.UTF-8'],
      ]);
    });
  });

  test('whose autovacuum an ended import has left off gets it back', async () => {
    const { rows } = await world().pool.query<{ name: string }>(
      `select relname as name from pg_class where relispartition and relkind = 'r' and relname like 'posts\\_b%' order by 1 limit 1`,
    );
    const name = rows[0]?.name ?? '';
    await world().pool.query(`alter table ${name} set (autovacuum_enabled = false)`);
    const { rows: tasks } = await world().pool.query<{ id: string }>(
      `insert into tasks (kind, status, requested_by) values ('import', 'processing', 'cli') returning id`,
    );
    expect(await faults(world(), 'postgresql.autovacuum')).toEqual([]);
    await world().pool.query('delete from tasks where id = $1', [tasks[0]?.id]);
    expect(await faults(world(), 'postgresql.autovacuum')).toEqual([
      `autovacuum of ${name} is off, and no import runs`,
    ]);
    expect((await diagnosisOf(world(), ['postgresql.autovacuum'], { fix: true })).fixed).toEqual([
      'postgresql.autovacuum',
    ]);
  });

  test('with an old transaction names its process', async () => {
    const client = await world().pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      expect(await faults(world(), 'postgresql.transactions')).toEqual([]);
      expect(await faults(world(), 'postgresql.transactions', { now: hoursAhead(7) })).toEqual([
        expect.stringMatching(new RegExp(`^a transaction of \\w+ is 7 hours old \\(process ${rows[0]?.pid}\\)$`)),
      ]);
      await client.query('rollback');
    } finally {
      client.release();
    }
  });

  test('with room for connections and transactions has no fault', async () => {
    const { unchecked } = await diagnosisOf(world(), ['postgresql.connections', 'postgresql.wraparound']);
    expect(unchecked).toEqual([]);
  });
});

describe('the roles', () => {
  test('that may not connect to the database are named, as after an interrupted restore', async () => {
    const database = nameOf(world());
    expect(await faults(world(), 'roles.connect')).toEqual([]);
    await planted(
      `revoke connect on database ${database} from public`,
      `grant connect on database ${database} to public`,
      async () => {
        const found = await faults(world(), 'roles.connect');
        expect(found).toHaveLength(4);
        expect(found).toContain('sagasu_server may not connect to the database');
      },
    );
  });

  test('are tried with the passwords that settings name', async () => {
    const setting = 'SAGASU_INDEXER_DATABASE_PASSWORD';
    expect(await faults(world(), 'roles.password', { env: { [setting]: PASSWORD } })).toEqual([]);
    expect(await faults(world(), 'roles.password', { env: { [setting]: 'another one' } })).toEqual([
      expect.stringContaining(`sagasu_indexer cannot log in with ${setting}`),
    ]);
  });

  test('an owner of the tables other than the login is named', async () => {
    expect(await faults(world(), 'roles.owner')).toEqual([]);
    await planted(
      'alter table verifications owner to sagasu_backup',
      'alter table verifications owner to current_user',
      async () => {
        expect(await faults(world(), 'roles.owner')).toEqual([expect.stringContaining('sagasu_backup owns 1 tables')]);
      },
    );
  });
});

test('a PostgreSQL that does not answer is one error, and the checks that need it are not made', async () => {
  const away = { ...world(), databaseUrl: 'postgres://sagasu:secret@127.0.0.1:1/sagasu' };
  const { findings, unchecked } = await diagnosisOf(away, ['postgresql.answers', 'roles.login', 'schema.grants']);
  expect(findings).toMatchObject([{ check: 'postgresql.answers', level: 'error' }]);
  expect(findings[0]?.found).not.toContain('secret');
  expect(unchecked.map(({ check }) => check).toSorted()).toEqual(['roles.login', 'schema.grants']);
});
