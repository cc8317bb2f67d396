/** The table of columns in mappings/postgres/post-columns.ts agrees with a migrated database and with a purge. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type pg from 'pg';
import {
  ALL_POST_COLUMNS,
  POST_TABLE,
  type AfterPurge,
  type PostColumn,
  type PostColumnName,
} from '../../../mappings/postgres/post-columns.ts';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { moderate } from '../../../server/moderation/moderate.ts';
import { insertBoard, type TestBoard } from '../../support/builders.ts';
import { useWorld } from '../../support/world.ts';
import { loginUrl } from '../../support/logins.ts';
import { wardenOf } from '../../support/sessions.ts';

const world = useWorld();
const NOW = new Date('2024-05-01T12:00:00Z');

interface CatalogColumn {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
}

async function columnsOfPosts(pool: pg.Pool | pg.PoolClient): Promise<readonly CatalogColumn[]> {
  const { rows } = await pool.query<CatalogColumn>(
    `select attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as "isNullable"
       from pg_attribute where attrelid = 'posts'::regclass and attnum > 0 and not attisdropped order by 1`,
  );
  return rows;
}

const SQL_NAMES: Readonly<Partial<Record<PostColumn['type'], string>>> = {
  int: 'integer',
  timestamptz: 'timestamp with time zone',
};

const inTable = (): readonly CatalogColumn[] =>
  ALL_POST_COLUMNS.map(({ name, type, isNullable }) => ({ name, type: SQL_NAMES[type] ?? type, isNullable })).sort(
    (a, b) => (a.name < b.name ? -1 : 1),
  );

test('every column of posts is in the table with its type, and no other column', async () => {
  expect(await columnsOfPosts(world().pool)).toEqual(inTable());
});

test('a column that is missing in the table is detected', async () => {
  const client = await world().pool.connect();
  try {
    await client.query('begin');
    await client.query('alter table posts add column nobody_named_it text');
    const found = await columnsOfPosts(client);
    expect(found).not.toEqual(inTable());
    expect(found.filter(({ name }) => !(name in POST_TABLE))).toEqual([
      { name: 'nobody_named_it', type: 'text', isNullable: true },
    ]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

/** SQL literals of values that a purge must remove; the test sets the columns of keys. */
const VALUES: Readonly<Record<PostColumn['type'], fc.Arbitrary<string>>> = {
  bigint: fc.integer({ min: 1 }).map(String),
  int: fc.integer({ min: 1, max: 65_535 }).map(String),
  boolean: fc.boolean().map(String),
  text: fc.stringMatching(/^[a-z]{1,20}$/).map((text) => `'${text}'`),
  bytea: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => `'\\x${Buffer.from(bytes).toString('hex')}'`),
  timestamptz: fc
    .date({ min: new Date(0), max: new Date('2030-01-01Z'), noInvalidDate: true })
    .map((date) => `'${date.toISOString()}'`),
  jsonb: fc.constant(`'{"said": "it"}'`),
};

const written = ALL_POST_COLUMNS.filter(({ afterPurge }) => afterPurge !== 'key' && afterPurge !== 'new rev').filter(
  ({ name }) => name !== 'time_purged',
);
const contents = fc.record(
  Object.fromEntries(
    written.map(({ name, type, isNullable }): [string, fc.Arbitrary<string>] => [
      name,
      isNullable ? fc.oneof({ arbitrary: VALUES[type], weight: 9 }, fc.constant('null')) : VALUES[type],
    ]),
  ),
);

const LEFT: Readonly<Record<Exclude<AfterPurge, 'key' | 'new rev'>, unknown>> = {
  null: null,
  true: true,
  false: false,
  now: NOW,
};

describe('a purge', () => {
  let board: TestBoard;
  let pool: pg.Pool;
  beforeAll(async () => {
    board = await insertBoard(world().pool, 'g');
    await world().pool.query('select ensure_slice($1, 0)', [board.id]);
    // Runs in the server's role, so that missing privileges fail here.
    pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
  });
  afterAll(() => pool.end());

  const rowOf = async (num: number) => {
    const { rows } = await world().pool.query<Record<PostColumnName, unknown>>(
      'select * from posts where board_id = $1 and num = $2',
      [board.id, num],
    );
    return rows[0];
  };

  test('leaves the listed value in every column, regardless of its previous value', async () => {
    let num = 0;
    await fc.assert(
      fc.asyncProperty(contents, async (content) => {
        num++;
        await world().pool.query(
          `insert into posts (board_id, num, thread, opener, time_posted, rev, ${Object.keys(content).join(', ')})
           values (${board.id}, ${num}, ${num}, true, '2024-01-01Z', nextval('post_rev'), ${Object.values(content).join(', ')})`,
        );
        const before = await rowOf(num);
        const posts = [{ num, subnum: 0 }];
        const request = {
          action: 'purge',
          posts,
          threads: false,
          actor: 'warden',
          secret: await wardenOf(world().pool),
          reason: null,
          now: NOW,
        } as const;
        await moderate(pool, { ...request, board: { id: board.id, name: 'g' } });
        const after = await rowOf(num);
        for (const { name, afterPurge } of ALL_POST_COLUMNS) {
          if (afterPurge === 'new rev') expect(Number(after?.[name])).toBeGreaterThan(Number(before?.[name]));
          else expect(after?.[name], name).toEqual(afterPurge === 'key' ? before?.[name] : LEFT[afterPurge]);
        }
      }),
      { numRuns: 40 },
    );
  });

  test.each(ALL_POST_COLUMNS.filter(({ afterPurge }) => afterPurge === 'null').map(({ name }) => name))(
    'without %s would be refused by the database',
    async (name) => {
      const value = fc.sample(VALUES[POST_TABLE[name].type], 1)[0];
      const tombstone = world().pool.query(
        `insert into posts (board_id, num, thread, opener, time_posted, time_modified, rev, hidden, time_purged, ${name})
         values (${board.id}, 9999, 9999, true, '2024-01-01Z', '2024-01-01Z', 1, true, now(), ${value})`,
      );
      await expect(tombstone).rejects.toThrow(/posts_(?:purged_is_empty|extra_files)/);
    },
  );
});
