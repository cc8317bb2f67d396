/**
 * PostgreSQL's own full-text search over the same posts: a stored tsvector and a GIN index give the page and the count.
 */
import pg from 'pg';
import type { World } from '../../support/world.ts';
import { PAGE, type BenchQuery } from '../query-classes.ts';
import { pageOf, type AnsweredPage, type Contender } from './contender.ts';

const TABLE = 'fts_posts';
const CONNECTIONS = 8;

/** Builds the column and its index once per world. PostgreSQL's parser skips tags and entities of comments. */
export async function createPostgresFts(world: World, say: (line: string) => void): Promise<Contender> {
  await build(world, say);
  const fts = await openPostgresFts(world.databaseUrl);
  return {
    name: 'PostgreSQL FTS',
    ask: async (query) => pageOf(await fts.ask(query)),
    route: { ROUTE_POSTGRES: world.databaseUrl },
    close: () => fts.close(),
  };
}

/** Opens what `createPostgresFts` has built. */
export async function openPostgresFts(databaseUrl: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS });
  const { rows: columns } = await pool.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname <> 'words'`,
    [TABLE],
  );
  const wanted = columns.map(({ name }) => name).join(', ');
  const boards = new Map(
    (await pool.query<{ id: number; name: string }>('select id, name from boards')).rows.map(({ id, name }) => [
      name,
      id,
    ]),
  );
  return {
    async ask(query: BenchQuery): Promise<AnsweredPage> {
      const { where, values } = conditionOf(query, boards);
      const marked = query.wantsHighlights
        ? `, ts_headline('simple', comment, plainto_tsquery('simple', $1), 'HighlightAll=true')`
        : '';
      const page = await pool.query<Record<string, unknown>>(
        `select ${wanted}${marked} from ${TABLE} where ${where}
         order by time_posted desc, num desc limit ${PAGE} offset ${(query.page - 1) * PAGE}`,
        values,
      );
      const count = await pool.query<{ total: string }>(
        `select count(*) as total from ${TABLE} where ${where}`,
        values,
      );
      return { rows: page.rows, total: Number(count.rows[0]?.total) };
    },
    close: async () => pool.end(),
  };
}

function conditionOf(query: BenchQuery, boards: ReadonlyMap<string, number>): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const next = (value: unknown) => `$${values.push(value)}`;
  const parts: string[] = [];
  if (query.words.length > 0) {
    const reader = query.isPhrase ? 'phraseto_tsquery' : 'plainto_tsquery';
    parts.push(`words @@ ${reader}('simple', ${next(query.words.join(' '))})`);
  }
  if (query.board !== null) parts.push(`board_id = ${next(boards.get(query.board))}`);
  if (query.openersOnly) parts.push('opener');
  if (query.days !== null) parts.push(`time_posted >= ${next(query.days[0])} and time_posted < ${next(query.days[1])}`);
  if (query.md5 !== null) parts.push(`media_hash = ${next(query.md5)}`);
  return { where: parts.join(' and '), values };
}

async function build(world: World, say: (line: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  try {
    const there = await client.query('select 1 where to_regclass($1) is not null', [TABLE]);
    if (there.rowCount === 1) return;
    const began = performance.now();
    await client.query(`set maintenance_work_mem = '512MB'`);
    await client.query('begin');
    await client.query(
      `create table ${TABLE} as
       select *, to_tsvector('simple', coalesce(subject, '') || ' ' || coalesce(comment, '')) as words from posts`,
    );
    await client.query(`alter table ${TABLE} add primary key (board_id, num, subnum)`);
    await client.query(`create index on ${TABLE} using gin (words) with (fastupdate = off)`);
    await client.query(`create index on ${TABLE} (time_posted desc, num desc)`);
    await client.query(`create index on ${TABLE} (board_id, time_posted desc, num desc)`);
    await client.query(`create index on ${TABLE} (media_hash) where media_hash is not null`);
    await client.query('commit');
    await client.query(`vacuum analyze ${TABLE}`);
    say(`PostgreSQL FTS: built in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  } finally {
    await client.end();
  }
}
