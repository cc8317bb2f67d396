import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { aPost, insertBoard, writePosts, type TestBoard } from '../support/builders.ts';
import { worldEnvironment } from '../support/processes.ts';
import { compareStores, type Comparison } from '../support/compare-stores.ts';
import type { World } from '../support/world.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const POSTS_A_TRANSACTION = 40;
/** How long a process lives after it has begun to index, or, one time in five, after it was started. */
const LONGEST_LIFE_MS = 1_500;
const START_LIMIT_MS = 30_000;
const DRAIN_LIMIT_MS = 60_000;

export interface KillOptions {
  readonly posts: number;
  readonly kills: number;
  readonly random: () => number;
}

export interface KillReport {
  readonly comparison: Comparison;
  /** Kills before which the process had indexed something. */
  readonly killsAtWork: number;
  readonly drainSeconds: number;
  readonly quarantined: number;
  /** Exit code of the last process, which was asked to close. */
  readonly lastExit: number | null;
}

/**
 * Real indexer processes are killed, one after the other, while posts arrive, are edited and are hidden. The last one is
 * left alone until no thread is marked, and asked to close.
 */
export async function killIndexer(world: World, options: KillOptions): Promise<KillReport> {
  const { kills, posts, random } = options;
  const boards = [
    await insertBoard(world.pool, 'killed'),
    await insertBoard(world.pool, 'sliced', { sliceSize: Math.ceil(posts / 4) }),
  ];
  const writer = createWriter(world, boards, random);
  let killsAtWork = 0;
  for (let round = 1; round <= kills; round++) {
    const before = await countDocuments(world);
    const indexer = startIndexerProcess(world);
    if (random() < 0.8) await hasBegun(indexer);
    const life = sleep(random() * LONGEST_LIFE_MS);
    await writer.writeUpTo(Math.floor((posts * round) / kills));
    await life;
    indexer.kill('SIGKILL');
    await once(indexer, 'exit');
    if ((await countDocuments(world)) > before) killsAtWork++;
  }
  const last = startIndexerProcess(world);
  // An unread pipe that fills up would stop the process.
  last.stderr?.resume();
  const began = performance.now();
  while ((await countRows(world, 'dirty')) > 0) {
    if (performance.now() - began > DRAIN_LIMIT_MS) break;
    await sleep(100);
  }
  const drainSeconds = (performance.now() - began) / 1000;
  last.kill('SIGTERM');
  await once(last, 'exit');
  return {
    comparison: await compareStores(world),
    killsAtWork,
    drainSeconds,
    quarantined: await countRows(world, 'quarantine'),
    lastExit: last.exitCode,
  };
}

interface Writer {
  /** Writes until so many posts have been made, edits beside them. */
  writeUpTo(posts: number): Promise<void>;
}

const THREAD_LENGTH = 120;

function threadOf(num: number): number {
  return num - ((num - 1) % THREAD_LENGTH);
}

function createWriter(world: World, boards: readonly TestBoard[], random: () => number): Writer {
  const made = new Map(boards.map((board) => [board, 0]));
  const total = () => [...made.values()].reduce((sum, count) => sum + count, 0);
  const posted = (num: number, comment: string) =>
    aPost({ num, thread: threadOf(num), comment, hidden: random() < 0.02, timePosted: new Date(1.6e12 + num * 1000) });
  return {
    async writeUpTo(posts) {
      while (total() < posts) {
        for (const board of boards) {
          const before = made.get(board) ?? 0;
          const fresh = Array.from({ length: POSTS_A_TRANSACTION }, (_, place) => before + place + 1);
          made.set(board, before + POSTS_A_TRANSACTION);
          const edited = before > 0 ? [1 + Math.floor(random() * before), 1 + Math.floor(random() * before)] : [];
          await writePosts(
            world.pool,
            board,
            [...fresh, ...new Set(edited)].map((num) => posted(num, `post ${num}, worded ${random()}`)),
          );
        }
      }
    },
  };
}

function startIndexerProcess(world: World): ChildProcess {
  return spawn(process.execPath, ['indexer/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: worldEnvironment(world),
  });
}

async function hasBegun(indexer: ChildProcess): Promise<void> {
  const begun = Promise.withResolvers<void>();
  let log = '';
  indexer.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString();
    if (log.includes('"indexing"')) begun.resolve();
  });
  const limit = setTimeout(() => begun.reject(new Error(`the indexer did not begin: ${log}`)), START_LIMIT_MS);
  await begun.promise.finally(() => clearTimeout(limit));
}

async function countDocuments(world: World): Promise<number> {
  const index = `${world.indexPrefix}*`;
  await world.elasticsearch.indices.refresh({ index });
  return (await world.elasticsearch.count({ index })).count;
}

async function countRows(world: World, table: 'dirty' | 'quarantine'): Promise<number> {
  const { rows } = await world.pool.query<{ count: string }>(`select count(*) from ${table}`);
  return Number(rows[0]?.count);
}
