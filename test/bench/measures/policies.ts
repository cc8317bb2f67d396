/**
 * What row security costs readers: the same reads by two servers in turn. One asks a database as it is migrated; the other asks a copy of
 * it, file by file, in which row security is switched off for every table. Both use the same indices, log in with the same role, and run the
 * same statements. A hundredth of the posts is hidden, so that policies have something to refuse.
 */
import type { ChildProcess } from 'node:child_process';
import pg from 'pg';
import type { StoreUrls } from '../../../platform/config.ts';
import { freePort } from '../../support/ports.ts';
import { startProcess, stopProcess } from '../../support/processes.ts';
import { createWorld, destroyWorld, type World, type WorldSettings } from '../../support/world.ts';
import { FOUR_BOARDS, MANY_BOARDS, type CorpusBoard } from '../corpus.ts';
import { quiet } from '../machine.ts';
import { measuresOf, readKindsInTurn } from '../kinds-of-reads.ts';
import type { Measure } from '../measure.ts';
import type { BenchOptions } from '../options.ts';
import { readingServer } from '../with-process.ts';
import { indexCorpus } from './many-boards.ts';
import { waitForServer } from './thread.ts';

const GOAL = { at: 'most', ratio: 1.1 } as const;
export async function measurePolicies(
  stores: StoreUrls,
  posts: number,
  options: Pick<BenchOptions, 'rounds' | 'queries'>,
  say: (line: string) => void,
): Promise<readonly Measure[]> {
  const measures: Measure[] = [];
  for (const boards of [FOUR_BOARDS, MANY_BOARDS])
    measures.push(...(await measureBoards(stores, boards, posts, options, say)));
  return measures;
}

async function measureBoards(
  { databaseUrl, redisUrl, elasticsearchUrls }: StoreUrls,
  boards: readonly CorpusBoard[],
  posts: number,
  options: Pick<BenchOptions, 'rounds' | 'queries'>,
  say: (line: string) => void,
): Promise<readonly Measure[]> {
  const world = await createWorld(databaseUrl, redisUrl, elasticsearchUrls);
  const servers: ChildProcess[] = [];
  let copy: string | null = null;
  try {
    await indexCorpus(world, boards, posts);
    await world.pool.query('update posts set hidden = true where num % 100 = 7 and not opener');
    await world.pool.query('vacuum analyze posts');
    copy = await copyWithoutPolicies(databaseUrl, world);
    const urls: string[] = [];
    for (const database of [world.databaseUrl, copy]) {
      const port = await freePort();
      const settings: WorldSettings = { ...world, databaseUrl: database };
      servers.push(startProcess('server/main.ts', settings, readingServer(port)));
      urls.push(`http://127.0.0.1:${port}`);
    }
    for (const url of urls) await waitForServer(url);
    const times = await readKindsInTurn(world, urls, posts, options, async () => quiet(say));
    return measuresOf(`policies, ${boards.length} boards`, times, [0, 1], GOAL, 'row security switched off');
  } finally {
    for (const server of servers) await stopProcess(server);
    if (copy !== null) await asOwner(databaseUrl, `drop database if exists ${nameOf(copy)} with (force)`);
    await destroyWorld(databaseUrl, world);
  }
}

/** Returns the copy's address. */
async function copyWithoutPolicies(databaseUrl: string, world: World): Promise<string> {
  const copy = new URL(world.databaseUrl);
  copy.pathname = `${copy.pathname}_open`;
  await asOwner(
    databaseUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameOf(world.databaseUrl)}'`,
    `create database ${nameOf(copy.href)} template ${nameOf(world.databaseUrl)}`,
  );
  await asOwner(
    copy.href,
    `do $$ declare secured regclass; begin
       for secured in select oid from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity loop
         execute format('alter table %s disable row level security', secured);
       end loop;
     end $$`,
    'checkpoint',
  );
  return copy.href;
}

async function asOwner(databaseUrl: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const nameOf = (databaseUrl: string) => new URL(databaseUrl).pathname.slice(1);
