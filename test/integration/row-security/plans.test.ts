/**
 * Under row security the server's statements use the same partitions and indexes as without it. The statements are recorded from a server
 * that answers requests, on few boards and on many, and explained for the server's role and for one that no policy applies to.
 */
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { FOUR_BOARDS, MANY_BOARDS } from '../../bench/corpus.ts';
import { loadCorpus } from '../../bench/load.ts';
import { loginUrl } from '../../support/logins.ts';
import { useWorld } from '../../support/world.ts';
import { givenServer } from '../server/given-archive.ts';

const POSTS = 20_000;

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A pool that records reading statements and passes each on unchanged. */
function recordingPool(url: string): { readonly pool: pg.Pool; readonly statements: Map<string, Statement> } {
  const pool = createPostgresPool({ url });
  const statements = new Map<string, Statement>();
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const recording = (given: unknown, ...rest: unknown[]): unknown => {
      const { text, values } =
        typeof given === 'string'
          ? { text: given, values: Array.isArray(rest[0]) ? rest[0] : [] }
          : (given as { text?: string; values?: unknown[] });
      if (text !== undefined && /^\s*(with|select)\b/i.test(text)) statements.set(text, { text, values: values ?? [] });
      return query(given, ...rest);
    };
    Object.assign(client, { query: recording });
  });
  return { pool, statements };
}

interface Plan {
  /** Tables and partitions that are read, each once. */
  readonly read: readonly string[];
  /** Tables that are read as a whole. */
  readonly whole: readonly string[];
  /** Indexes that are used for reading them. */
  readonly indexes: readonly string[];
  readonly cost: number;
}

interface Node {
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Node Type': string;
  readonly 'Total Cost': number;
  readonly Plans?: readonly Node[];
}

async function planOf(client: pg.Client, { text, values }: Statement): Promise<Plan> {
  const { rows } = await client.query<Record<'QUERY PLAN', [{ Plan: Node }]>>(`explain (format json) ${text}`, [
    ...values,
  ]);
  const root = rows[0]?.['QUERY PLAN'][0].Plan;
  if (root === undefined) throw new Error('PostgreSQL explained nothing');
  const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
  const all = nodes(root);
  const named = (name: 'Relation Name' | 'Index Name', of: readonly Node[]) =>
    [...new Set(of.flatMap((node) => node[name] ?? []))].sort();
  return {
    read: named('Relation Name', all),
    whole: named(
      'Relation Name',
      all.filter((node) => node['Node Type'] === 'Seq Scan'),
    ),
    indexes: named('Index Name', all),
    cost: root['Total Cost'],
  };
}

/** Reads the same tables and partitions, no more of them as a whole, and by the same indexes or by others at the same cost. */
function isAsGood(under: Plan, without: Plan): boolean {
  return (
    JSON.stringify(under.read) === JSON.stringify(without.read) &&
    under.whole.every((table) => without.whole.includes(table)) &&
    (JSON.stringify(under.indexes) === JSON.stringify(without.indexes) || under.cost <= without.cost * 1.1)
  );
}

describe.each([
  ['4 boards', FOUR_BOARDS],
  ['77 boards', MANY_BOARDS],
] as const)('on %s', (_name, boards) => {
  const world = useWorld();

  test('every statement of searches, threads and lists reads the same tables and indexes with and without policies', async () => {
    await loadCorpus(world(), boards, POSTS);
    await world().pool.query('update posts set hidden = true where num % 100 = 7 and not opener');
    await world().pool.query('vacuum analyze');
    const { rows: threads } = await world().pool.query<{ board: string; thread: string }>(
      `select b.name as board, p.thread from posts p join boards b on b.id = p.board_id
        group by 1, 2 having count(*) > 20 order by count(*) desc limit 3`,
    );
    const { pool, statements } = recordingPool(loginUrl(world().databaseUrl, 'server'));
    const server = await givenServer(world(), { pool, clock: () => new Date() });
    const client = new pg.Client({ connectionString: loginUrl(world().databaseUrl, 'server') });
    const open = new pg.Client({ connectionString: world().databaseUrl });
    await Promise.all([client.connect(), open.connect()]);
    onTestFinished(async () => {
      await Promise.all([client.end(), open.end(), server.close()]);
    });
    const { rows: role } = await open.query<{ rolsuper: boolean }>(
      'select rolsuper from pg_roles where rolname = current_user',
    );
    expect(role).toEqual([{ rolsuper: true }]);
    for (const { board, thread } of threads) {
      for (const path of [
        `threads/${thread}`,
        `posts/${thread}`,
        'threads?order=modified&replies=5',
        'threads?order=created&page=1&replies=10',
        'posts?order=modified&limit=50',
        'posts?order=created&limit=50',
        'images?limit=50',
      ]) {
        expect((await server.get(`/api/v1/boards/${board}/${path}`)).status, path).toBe(200);
      }
      for (const path of ['catalog.json', 'threads.json', `thread/${thread}.json`]) {
        expect((await server.get(`/${board}/${path}`)).status, path).toBe(200);
      }
      await server.get(`/_/api/chan/thread?board=${board}&num=${thread}`);
      await server.get(`/_/api/chan/index?board=${board}&page=1`);
      // No Elasticsearch index has these boards; the server still runs the statements before and after the search.
      await server.get(`/api/v1/search?q=board:${board}%20quotes:${thread}`);
    }
    expect(statements.size).toBeGreaterThan(15);
    const differences: unknown[] = [];
    for (const statement of statements.values()) {
      const [under, without] = [await planOf(client, statement), await planOf(open, statement)];
      if (!isAsGood(under, without)) differences.push({ text: statement.text, under, without });
    }
    expect(differences).toEqual([]);
  });
});
