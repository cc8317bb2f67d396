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
import { pageOf, type Contender } from '../contender.ts';
import { askAsFoolfuuka, BOARDS, indexesOf } from './ask.ts';
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
import { sphinxConfiguration } from './sphinx-conf.ts';
import { addIndexes, CREATE_COUNTERS, createTables } from './tables.ts';

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
      ask: async (query) => pageOf(await askAsFoolfuuka(sphinx.pool, rows, query)),
      route: { ROUTE_SPHINX_PORT: String(port), ROUTE_MARIADB_PORT: String(mariadb.port), ROUTE_DATABASE: name },
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

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}
