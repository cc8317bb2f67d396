import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import type pg from 'pg';
import { sliceOf, type Board } from '../mappings/board.ts';
import { readConfig } from '../platform/config.ts';
import { toError } from '../platform/errors.ts';
import { createPostgresPool } from '../platform/postgres.ts';
import { createRedis } from '../platform/redis.ts';
import { listBoards } from '../scraper/boards/boards.ts';
import { ArchiveCopy, type ConcealedNotices } from '../server/visibility/fallback-snapshot.ts';
import { moderate, nameOf, type ModerationAction, type PostNumber } from '../server/moderation/moderate.ts';
import { boardsNamed } from './board-names.ts';
import { ownerDatabaseUrl, redisUrl, withDatabase } from './stores.ts';
import { UsageError } from './usage-error.ts';

interface PostOptions {
  readonly thread?: true;
  readonly reason?: string;
  readonly yes?: true;
}

const DONE: Readonly<Record<ModerationAction, string>> = { hide: 'hidden', show: 'shown again', purge: 'purged' };

export function postCommand(): Command {
  const post = new Command('post').description('hide, show or purge posts').helpCommand(false);
  addAction(post, 'hide', 'take posts out of every answer; they are kept, and `show` brings them back').addHelpText(
    'after',
    `
A thread that is hidden as a whole hides what arrives in it later.

Examples:
  $ sagasu post hide g/51971506 ck/3856791
  $ sagasu post hide g/51971500 --thread --reason "flood"`,
  );
  addAction(post, 'show', 'bring hidden posts back').addHelpText(
    'after',
    `
What was purged cannot be brought back.

Example:
  $ sagasu post show g/51971506`,
  );
  addAction(post, 'purge', 'delete the content of posts for ever, and keep it out')
    .option('--yes', 'do not ask')
    .addHelpText(
      'after',
      `
Of a purged post only its number, thread and time stay. The scraper never writes it again, and stores nothing that arrives
later in a thread that was purged as a whole. Indexers then rewrite the parts of the search index that held it (sagasu
tasks shows it as "purge_segments"). Backups and write-ahead logs keep what they have: docs/OPERATIONS.md says what to do.

Example:
  $ sagasu post purge g/51971506_1 --reason "court order 12/34"`,
    );
  return post;
}

function addAction(parent: Command, action: ModerationAction, description: string): Command {
  return parent
    .command(action)
    .description(description)
    .argument('<post...>', 'board/number, with _subnumber for a ghost post: g/51971506 g/51971506_1')
    .option('--thread', 'the whole thread that each of them opens')
    .option('--reason <text>', 'why, for the log of moderation')
    .action(async (names: string[], options: PostOptions) => run(action, names, options));
}

async function run(action: ModerationAction, names: readonly string[], options: PostOptions): Promise<void> {
  const targets = names.map((name) => targetOf(name));
  if (action === 'purge' && options.yes !== true) await confirm(names, options.thread === true);
  await withDatabase(async (pool) => {
    await boardsNamed(
      pool,
      targets.map(({ board }) => board),
    );
    for (const board of await listBoards(pool)) {
      const posts = targets.filter((target) => target.board === board.name).map(({ post }) => post);
      if (posts.length === 0) continue;
      await withCopy(async (copy) => runOnBoard({ pool, copy }, action, board, posts, options));
    }
  });
}

/** Servers are told what is hidden through Redis too, for when PostgreSQL goes away; a Redis that is away holds up nothing. */
async function withCopy<T>(work: (copy: ConcealedNotices | null) => Promise<T>): Promise<T> {
  const config = readConfig();
  const url = redisUrl(config);
  if (url === null) return work(null);
  const redis = createRedis(url);
  try {
    await redis.ping().catch(() => undefined);
    return await work(new ArchiveCopy({ redis, prefix: config.queuePrefix, clock: () => new Date() }));
  } finally {
    redis.disconnect();
  }
}

async function runOnBoard(
  { pool, copy }: { readonly pool: pg.Pool; readonly copy: ConcealedNotices | null },
  action: ModerationAction,
  board: Board,
  posts: readonly PostNumber[],
  { thread = false, reason = null }: { readonly thread?: boolean; readonly reason?: string | null },
): Promise<void> {
  const order = { action, board, posts, threads: thread, actor: 'cli', reason, now: new Date() };
  const done = await moderate(pool, order, copy);
  const numbers = done.posts.map((changed) => nameOf(changed));
  const list = numbers.length > 0 && numbers.length <= 10 ? `: ${numbers.join(' ')}` : '';
  console.log(
    `/${board.name}/  ${numbers.length} ${numbers.length === 1 ? 'post is' : 'posts are'} ${DONE[action]}${list}`,
  );
  if (action !== 'purge') return;
  console.log('An indexer now takes them out of the search index, which is done when `sagasu tasks` says so.');
  await vacuum(board, done.posts);
}

/** `g/51971506_1`, `/g/51971506`. @throws UsageError */
export function targetOf(name: string): { readonly board: string; readonly post: PostNumber } {
  const [, board = '', num, subnum = '0'] = /^\/?([^/]+)\/(\d{1,15})(?:_(\d{1,9}))?$/.exec(name) ?? [];
  if (num === undefined || Number(num) === 0) {
    throw new UsageError(`${name} names no post: write board/number, e.g. g/51971506`);
  }
  return { board, post: { num: Number(num), subnum: Number(subnum) } };
}

async function confirm(names: readonly string[], areThreads: boolean): Promise<void> {
  if (!process.stdin.isTTY) throw new UsageError('a purge cannot be taken back: say --yes');
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  const what = `${areThreads ? 'the whole threads of ' : ''}${names.join(' ')}`;
  const answer = await asking.question(`Delete the content of ${what} for ever? Type yes: `);
  asking.close();
  if (answer.trim() !== 'yes') throw new UsageError('nothing was purged');
}

/** A partition of 50,000,000 posts takes its time. */
const VACUUM_TIMEOUT_MS = 3_600_000;

/** Rows' old versions go now, and not when autovacuum finds them worth its while. */
async function vacuum(board: Board, posts: readonly PostNumber[]): Promise<void> {
  const slices = new Set(posts.map(({ num }) => sliceOf(num, board.sliceSize)));
  const tables = [...Array.from(slices, (slice) => `posts_b${board.id}_s${slice}`), 'quarantine', 'refusals'];
  const url = ownerDatabaseUrl(readConfig());
  const pool = createPostgresPool({ url, maxConnections: 1, statementTimeoutMs: VACUUM_TIMEOUT_MS });
  try {
    await pool.query(`vacuum ${tables.join(', ')}`);
  } catch (error) {
    console.error(`sagasu: the rows' old versions are left to autovacuum: ${toError(error).message}`);
  } finally {
    await pool.end();
  }
}
