/**
 * Sphinx and MariaDB as FoolFuuka uses them: ids from Sphinx over the indexes of all boards, then SHOW META for the
 * count, then the rows by a UNION of one SELECT per hit, each with its image. Sphinx keeps one of several hits with the
 * same document id, and posts of different boards share ids, so a search over all boards finds slightly fewer posts.
 */
import { existsSync } from 'node:fs';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Pool, RowDataPacket } from 'mysql2/promise';
import type { Environment } from '../../../../platform/config.ts';
import { freePort } from '../../../support/ports.ts';
import { inPieces } from '../../../../store/copy-text.ts';
import { FOUR_BOARDS, generateThreads } from '../../corpus.ts';
import { PAGE, type BenchQuery } from '../../query-classes.ts';
import type { Contender, PageOfRows } from '../contender.ts';
import { foolfuukaPrograms } from './install.ts';
import { BoardRows } from './rows.ts';
import {
  buildIndexes,
  openContext,
  innerFolder,
  startMariaDb,
  startSphinx,
  type MariaDb,
  type ServerContext,
} from './servers.ts';
import { INDEXES, sphinxConfiguration } from './sphinx-conf.ts';
import { addIndexes, CREATE_COUNTERS, createTables } from './tables.ts';

/** FoolFuuka's own limit: match 5,000 is the last that can be reached. */
const MAX_MATCHES = 5_000;
const BOARDS = FOUR_BOARDS.map(({ name }, index) => ({ id: index + 1, name }));

export interface FoolfuukaOptions {
  /** Name of the corpus. A corpus that is already loaded is not loaded again. */
  readonly name: string;
  readonly posts: number;
  readonly dataFolder: string;
  readonly env: Environment;
  readonly say: (line: string) => void;
}

/** Returns a sentence that says why, if FoolFuuka cannot take part. */
export async function createFoolfuuka(options: FoolfuukaOptions): Promise<Contender | string> {
  const { name, dataFolder, env, say } = options;
  const programs = await foolfuukaPrograms(env, say);
  if (typeof programs === 'string') return programs;
  const context = await openContext(programs, dataFolder, env, say);
  const mariadb = await startMariaDb(context);
  try {
    await removeOthers(context, mariadb, name);
    const folder = await innerFolder(context, 'sphinx', name);
    const port = await freePort();
    const configFile = join(folder, 'sphinx.conf');
    const plan = { boards: BOARDS, database: name, mariadbPort: mariadb.port, port, folder };
    await writeFile(configFile, sphinxConfiguration(plan));
    if (!existsSync(join(folder, 'built'))) {
      await loadTables(mariadb, options);
      const began = performance.now();
      await buildIndexes(context, configFile, indexesOf(BOARDS.map((board) => board.name)));
      say(`Sphinx: indexed in ${seconds(performance.now() - began)} s`);
      await writeFile(join(folder, 'built'), '');
    }
    const sphinx = await startSphinx(context, configFile, port);
    const rows = mariadb.pool(name);
    return {
      name: 'Sphinx + MariaDB',
      ask: async (query) => ask(sphinx.pool, rows, query),
      stored: async () => ({
        rows: await bytesIn(join(context.folder, 'mariadb', name), () => true),
        index: await bytesIn(folder, (file) => /\.sp[a-z]$/.test(file)),
      }),
      rebuild: async () =>
        buildIndexes(context, configFile, ['--rotate', ...indexesOf(BOARDS.map((board) => board.name))]),
      async close() {
        await sphinx.pool.end();
        await rows.end();
        await sphinx.process.stop();
        await mariadb.process.stop();
      },
    };
  } catch (error) {
    await mariadb.process.stop();
    throw error;
  }
}

async function ask(sphinx: Pool, mariadb: Pool, query: BenchQuery): Promise<PageOfRows> {
  // SHOW META describes the last search of the same connection.
  const connection = await sphinx.getConnection();
  let hits: RowDataPacket[];
  let meta: RowDataPacket[];
  try {
    [hits] = await connection.query<RowDataPacket[]>(sphinxQuery(query));
    [meta] = await connection.query<RowDataPacket[]>('SHOW META');
  } finally {
    connection.release();
  }
  const total = Number(meta.find((row) => row['Variable_name'] === 'total_found')?.['Value'] ?? 0);
  if (hits.length === 0) return { rows: 0, total };
  const [rows] = await mariadb.query<RowDataPacket[]>(hits.map((hit) => rowQuery(hit)).join(' UNION '));
  if (query.wantsHighlights) await sphinx.query(snippets(rows, query));
  return { rows: rows.length, total };
}

function sphinxQuery({ words, isPhrase, board, openersOnly, days, md5, page }: BenchQuery): string {
  const match =
    md5 === null
      ? `@(title,comment) ${isPhrase ? `\\"${words.join(' ')}\\"` : words.join(' ')}`
      : `@media_hash \\"${Buffer.from(md5)
          .toString('base64')
          .replaceAll(/[/=]/g, String.raw`\\$&`)}\\"`;
  const conditions = [
    `MATCH('${match}')`,
    ...(openersOnly ? ['is_op = 1'] : []),
    ...(days === null ? [] : [`timestamp >= ${epoch(days[0])}`, `timestamp <= ${epoch(days[1]) - 1}`]),
  ];
  return `SELECT id, board, tnum FROM ${indexesOf(board === null ? BOARDS.map(({ name }) => name) : [board]).join(', ')}
    WHERE ${conditions.join(' AND ')} ORDER BY timestamp DESC LIMIT ${(page - 1) * PAGE}, ${PAGE}
    OPTION max_matches = ${MAX_MATCHES}, reverse_scan = 1`;
}

function rowQuery(hit: RowDataPacket): string {
  const board = BOARDS.find(({ id }) => id === Number(hit['board']))?.name;
  return `SELECT *, ${hit['board']} AS board_id FROM \`${board}\` r
    LEFT JOIN \`${board}_images\` mg ON mg.media_id = r.media_id WHERE doc_id = '${hit['id']}'`;
}

function snippets(rows: readonly RowDataPacket[], { words }: BenchQuery): string {
  const texts = rows.map((row) => quoted(String(row['comment'] ?? '')));
  return `CALL SNIPPETS((${texts.join(', ')}), '${BOARDS[0]?.name}_ancient', ${quoted(words.join(' '))}, 0 AS limit)`;
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}

function indexesOf(boards: readonly string[]): string[] {
  return boards.flatMap((board) => INDEXES.map((part) => `${board}_${part}`));
}

async function loadTables(mariadb: MariaDb, { name, posts, say }: FoolfuukaOptions): Promise<void> {
  const began = performance.now();
  const admin = mariadb.pool('mysql');
  await admin.query(`drop database if exists \`${name}\``);
  await admin.query(`create database \`${name}\` character set utf8mb4`);
  await admin.end();
  const pool = mariadb.pool(name);
  try {
    await pool.query(CREATE_COUNTERS);
    const threads = generateThreads(FOUR_BOARDS, posts);
    let next = threads.next();
    for (const { name: board } of BOARDS) {
      for (const statement of createTables(board)) await pool.query(statement);
      const rows = new BoardRows();
      const own = function* () {
        for (; next.done !== true && next.value.board.name === board; next = threads.next()) yield next.value;
      };
      await loadLines(pool, board, rows.posts(own()));
      await loadLines(pool, `${board}_images`, rows.images());
      for (const statement of addIndexes(board)) await pool.query(statement);
    }
  } finally {
    await pool.end();
  }
  say(`MariaDB: loaded ${posts} posts in ${seconds(performance.now() - began)} s`);
}

async function loadLines(pool: Pool, table: string, lines: Iterable<string>): Promise<void> {
  await pool.query({
    sql: `load data local infile 'lines' into table \`${table}\` character set utf8mb4`,
    infileStreamFactory: () => Readable.from(inPieces(lines)),
  });
}

/** Removes corpora that older code has made; corpora of other sizes stay. */
async function removeOthers(context: ServerContext, mariadb: MariaDb, name: string): Promise<void> {
  const prefix = name.slice(0, name.lastIndexOf('_') + 1);
  const admin = mariadb.pool('mysql');
  const [databases] = await admin.query<RowDataPacket[]>(`show databases like 'bench\\_%'`);
  for (const database of databases.map((row) => String(Object.values(row)[0]))) {
    if (!database.startsWith(prefix)) await admin.query(`drop database \`${database}\``);
  }
  await admin.end();
  const folder = join(context.folder, 'sphinx');
  for (const other of existsSync(folder) ? await readdir(folder) : []) {
    if (!other.startsWith(prefix)) await rm(join(folder, other), { recursive: true, force: true });
  }
}

async function bytesIn(folder: string, counts: (file: string) => boolean): Promise<number> {
  const files = (await readdir(folder)).filter((file) => counts(file));
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function epoch(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}
