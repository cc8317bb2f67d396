import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import type pg from 'pg';
import { sliceOf, type Board } from '../mappings/board.ts';
import { readConfig } from '../platform/config.ts';
import { toError } from '../platform/errors.ts';
import { createPostgresPool } from '../platform/postgres.ts';
import { createRedis } from '../platform/redis.ts';
import { FallbackSnapshot, type HiddenPostsCache } from '../server/visibility/fallback-snapshot.ts';
import { nameOf, type PostNumber } from '../mappings/post.ts';
import { moderate, type ModerationAction } from '../server/moderation/moderate.ts';
import { readBoards, UsageError } from './arguments.ts';
import { dryRunOption, printOutcome, type DryRun } from './rehearsal.ts';
import { ownerDatabaseUrl } from './database-address.ts';
import { staffOperator, type StaffOperator } from './staff.ts';
import { redisUrl, removalLog, withDatabase } from './stores.ts';

interface PostOptions extends DryRun {
  readonly thread?: true;
  readonly reason?: string;
  readonly yes?: true;
}

const OWNER: StaffOperator = { secret: null, actor: 'cli' };
const DONE: Readonly<Record<ModerationAction, string>> = { hide: 'Hidden', show: 'Shown again', purge: 'Purged' };

export function postCommand(): Command {
  const post = new Command('post').description('Hide, show or purge posts');
  addAction(post, 'hide', 'Remove posts from every answer; they are kept and can be shown again').addHelpText(
    'after',
    `
With --thread, replies that arrive later are hidden too.

Examples:
  $ sagasu post hide g/51971506 ck/3856791
  $ sagasu post hide g/51971500 --thread --reason "flood"`,
  );
  addAction(post, 'show', 'Show hidden posts again').addHelpText(
    'after',
    `
Purged posts cannot be shown again.

Example:
  $ sagasu post show g/51971506`,
  );
  addAction(post, 'purge', 'Delete the content of posts permanently and reject it in future')
    .option('--yes', 'do not ask for confirmation')
    .addHelpText(
      'after',
      `
Only the number, thread and time of a purged post are kept. The scraper never stores its content again and, with --thread,
stores no later replies. Indexers then rewrite the parts of the search index that contained it; sagasu tasks list shows
this work as "purge_segments". Backups and write-ahead logs still contain the content: see docs/operations/moderate.md.

Example:
  $ sagasu post purge g/51971506_1 --reason "court order 12/34"`,
    );
  return post;
}

function addAction(parent: Command, action: ModerationAction, description: string): Command {
  return parent
    .command(action)
    .description(description)
    .argument('<post...>', 'board/number, or board/number_subnumber for a ghost post, e.g. g/51971506 g/51971506_1')
    .option('--thread', 'apply to the whole thread that each post opens')
    .option('--reason <text>', 'reason for the moderation log')
    .addOption(dryRunOption())
    .action(async (names: string[], options: PostOptions) => run(action, names, options));
}

async function run(action: ModerationAction, names: readonly string[], options: PostOptions): Promise<void> {
  const targets = names.map((name) => parsePostName(name));
  if (action === 'purge' && options.yes !== true && !options.dryRun) await confirmPurge(names, options.thread === true);
  const work = async (pool: pg.Pool) => {
    const boards = await readBoards(
      pool,
      targets.map(({ board }) => board),
    );
    // A purge is for the owner.
    const staff = action === 'purge' ? OWNER : await staffOperator(pool);
    for (const board of boards) {
      const posts = targets.filter((target) => target.board === board.name).map(({ post }) => post);
      // A dry run changes neither Redis nor the log of removals, which no transaction undoes.
      if (options.dryRun) await runOnBoard({ pool, copy: null, staff }, action, board, posts, options);
      else await withHiddenPostsCache(async (copy) => runOnBoard({ pool, copy, staff }, action, board, posts, options));
    }
  };
  await withDatabase(work, options);
}

/**
 * Opens the list of hidden posts in Redis, which servers use while PostgreSQL is unavailable. If Redis does not answer, it is skipped.
 */
export async function withHiddenPostsCache<T>(work: (copy: HiddenPostsCache | null) => Promise<T>): Promise<T> {
  const config = readConfig();
  const url = redisUrl(config);
  if (url === null) return work(null);
  const redis = createRedis(url);
  try {
    await redis.ping().catch(() => undefined);
    return await work(new FallbackSnapshot({ redis, prefix: config.queuePrefix, clock: () => new Date() }));
  } finally {
    redis.disconnect();
  }
}

async function runOnBoard(
  {
    pool,
    copy,
    staff,
  }: { readonly pool: pg.Pool; readonly copy: HiddenPostsCache | null; readonly staff: StaffOperator },
  action: ModerationAction,
  board: Board,
  posts: readonly PostNumber[],
  { thread = false, reason = null, dryRun }: { readonly thread?: boolean; readonly reason?: string | null } & DryRun,
): Promise<void> {
  const request = { action, board, posts, threads: thread, ...staff, reason, now: new Date() };
  const done = await moderate(pool, request, copy, dryRun ? null : removalLog());
  const numbers = done.posts.map((changed) => nameOf(changed));
  const list = numbers.length > 0 && numbers.length <= 10 ? `: ${numbers.join(' ')}` : '';
  const changed = `${DONE[action]} ${numbers.length} ${numbers.length === 1 ? 'post' : 'posts'} of /${board.name}/${list}`;
  printOutcome(changed, { dryRun });
  if (action !== 'purge' || dryRun) return;
  console.log(
    'An indexer now removes them from the search index. Show its progress: sagasu tasks list --kind purge_segments',
  );
  await vacuum(board, done.posts);
}

/** Parses `g/51971506_1` or `/g/51971506`. @throws UsageError */
export function parsePostName(name: string): { readonly board: string; readonly post: PostNumber } {
  const [, board = '', num, subnum = '0'] = /^\/?([^/]+)\/(\d{1,15})(?:_(\d{1,9}))?$/.exec(name) ?? [];
  if (num === undefined || Number(num) === 0) {
    throw new UsageError(`${name} is not a post: write board/number, e.g. g/51971506`);
  }
  return { board, post: { num: Number(num), subnum: Number(subnum) } };
}

async function confirmPurge(names: readonly string[], areThreads: boolean): Promise<void> {
  if (!process.stdin.isTTY) throw new UsageError('a purge cannot be undone: confirm it with --yes');
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const what = `${areThreads ? 'the threads opened by ' : ''}${names.join(' ')}`;
  const answer = await prompt.question(`Delete the content of ${what} permanently? Type yes: `);
  prompt.close();
  if (answer.trim() !== 'yes') throw new UsageError('nothing was purged');
}

/** Enough for a partition of 50,000,000 posts. */
const VACUUM_TIMEOUT_MS = 3_600_000;

/** Removes the old versions of the purged rows from the tables now instead of at the next autovacuum. */
async function vacuum(board: Board, posts: readonly PostNumber[]): Promise<void> {
  const slices = new Set(posts.map(({ num }) => sliceOf(num, board.sliceSize)));
  const tables = [...Array.from(slices, (slice) => `posts_b${board.id}_s${slice}`), 'quarantine', 'refusals'];
  const url = ownerDatabaseUrl(readConfig());
  const pool = createPostgresPool({ url, maxConnections: 1, statementTimeoutMs: VACUUM_TIMEOUT_MS });
  try {
    await pool.query(`vacuum ${tables.join(', ')}`);
  } catch (error) {
    console.error(`sagasu: old row versions remain until the next autovacuum: ${toError(error).message}`);
  } finally {
    await pool.end();
  }
}
