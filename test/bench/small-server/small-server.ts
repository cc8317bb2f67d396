/**
 * An archive on a small server: stores and processes together in a cgroup, one reader beside scraping. The load generator and the source
 * are outside.
 */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { upsertBoard } from '../../../store/boards/boards.ts';
import { FOUR_BOARDS } from '../corpus.ts';
import { rebuildAll } from '../fill.ts';
import { startGrowingSite } from '../large/growing-site.ts';
import type { Figure } from '../large/kept-stages.ts';
import { loadCorpus } from '../load.ts';
import { sampleQueries, toLanguage } from '../query-classes.ts';
import { until, untilLive } from '../until.ts';
import { Outcomes } from '../visitors/outcomes.ts';
import { runReaders, type Site } from '../visitors/visitors.ts';
import { startSmallArchive, type SmallArchive } from './archive.ts';
import { createMemoryGroup, type MemoryGroup } from './memory-group.ts';
import { watchMemory } from './watch-memory.ts';

const LIVE_BOARD = 'live';
const POSTS_PER_SECOND = 5;
const QUERIES_PER_KIND = 100;
const THREADS = 2_000;
const WARM_UP_MS = 30_000;
const MOST_P95_MS = 500;

const MARK_A_THREAD = `
  insert into dirty (board_id, thread, gen, min_rev, since)
  select board_id, min(thread), nextval('dirty_gen'), min(rev), now() from posts group by board_id`;

export interface SmallServer {
  readonly posts: number;
  readonly memoryMb: number;
  readonly minutes: number;
  readonly dataFolder: string;
  readonly say: (line: string) => void;
}

export interface SmallServerResult {
  /** No process was killed or restarted, no answer failed, and the p95 is within the limit. */
  readonly ok: boolean;
  readonly figures: readonly Figure[];
}

export async function measureSmallServer(options: SmallServer): Promise<SmallServerResult> {
  const { memoryMb, dataFolder, say } = options;
  const growing = await startGrowingSite(LIVE_BOARD, POSTS_PER_SECOND);
  const group = createMemoryGroup(memoryMb);
  let archive: SmallArchive | undefined;
  try {
    archive = await startSmallArchive(group, resolve(dataFolder), growing.url, say);
    return await measure(options, group, archive, growing.url);
  } finally {
    await archive?.stop();
    group.remove();
    await growing.close();
  }
}

async function measure(
  { posts, minutes, say }: SmallServer,
  group: MemoryGroup,
  archive: SmallArchive,
  sourceUrl: string,
): Promise<SmallServerResult> {
  const { databaseUrl } = archive.stores;
  const pool = createPostgresPool({ url: databaseUrl });
  const places = { source: '4chan', url: sourceUrl, mediaUrl: sourceUrl, worksafe: true } as const;
  const countLive = async () => {
    const { rows } = await pool.query<{ posts: string }>(
      'select count(*) as posts from posts where board_id = (select id from boards where name = $1)',
      [LIVE_BOARD],
    );
    return Number(rows[0]?.posts);
  };
  try {
    const filling = watchMemory(group);
    let began = performance.now();
    const boards = await loadCorpus({ databaseUrl, pool }, FOUR_BOARDS, posts);
    say(`loaded ${posts} posts in ${seconds(began)} s`);
    // An indexer creates the indices of a board with the first thread that has changed.
    await pool.query(MARK_A_THREAD);
    for (const { id } of boards) await untilLive({ pool }, id);
    began = performance.now();
    await rebuildAll(
      { pool },
      boards.map(({ name }) => name),
    );
    const rebuilt = seconds(began);
    const fillingPeaks = filling.end();
    say(`indexed them in ${rebuilt} s; ${group.kills()} kills`);
    for (const name of [...boards.map((board) => board.name), LIVE_BOARD])
      await upsertBoard(pool, { name, title: name, ...places });
    await until(async () => (await countLive()) > 0);
    const site = await siteOf(pool, posts, archive.url);
    await read(site, WARM_UP_MS, new Outcomes());
    const [outcomes, peaks, before] = [new Outcomes(), watchMemory(group), await countLive()];
    for (let minute = 0; minute < minutes; minute++) {
      await read(site, 60_000, outcomes);
      const { processes, cache } = group.memory();
      say(
        `minute ${minute + 1}: ${outcomes.count} requests, ${outcomes.quantiles().join(' / ')} ms, ${outcomes.errors} errors, ` +
          `${processes.toFixed(0)} MiB and ${cache.toFixed(0)} MiB of cache, ${group.kills()} kills, ${archive.restarts.length} restarts`,
      );
    }
    const scraped = ((await countLive()) - before) / (minutes * 60);
    const { total, programs } = peaks.end();
    const [, p95] = outcomes.quantiles();
    const isSteady = group.kills() === 0 && archive.restarts.length === 0 && outcomes.errors === 0;
    return {
      ok: isSteady && p95 <= MOST_P95_MS,
      figures: [
        {
          step: 'one reader: p50 / p95 / p99',
          value: `${outcomes.quantiles().join(' / ')} ms`,
          remark: `${outcomes.count} requests in ${minutes} min`,
        },
        ...outcomes.kinds.map((kind) => ({ step: kind, value: `${outcomes.quantiles(kind).join(' / ')} ms` })),
        { step: 'answers', value: outcomes.byStatus, remark: `${outcomes.errors} errors` },
        {
          step: 'killed for want of memory',
          value: String(group.kills()),
          remark: `${archive.restarts.length} restarts`,
        },
        { step: 'scraped', value: `${scraped.toFixed(1)} posts a second`, remark: `${POSTS_PER_SECOND} were posted` },
        {
          step: `rebuild of ${posts.toLocaleString('en')} posts`,
          value: `${rebuilt} s`,
          remark: sizes(fillingPeaks.programs),
        },
        { step: 'peak memory of all processes', value: `${total.toFixed(0)} MiB`, remark: sizes(programs) },
        { step: 'times the memory was full', value: String(group.reclaims()) },
      ],
    };
  } finally {
    await pool.end();
  }
}

async function read(site: Site, ms: number, outcomes: Outcomes): Promise<void> {
  const end = new AbortController();
  const reading = runReaders(site, 1, outcomes, end.signal);
  await sleep(ms);
  end.abort();
  await reading;
}

async function siteOf(pool: ReturnType<typeof createPostgresPool>, posts: number, url: string): Promise<Site> {
  const { rows } = await pool.query<{ board: string; num: string }>(
    `select b.name as board, p.num from posts p join boards b on b.id = p.board_id where p.opener order by p.num * 7919 % 100003, p.num limit $1`,
    [THREADS],
  );
  const sampled = await sampleQueries(pool, posts, QUERIES_PER_KIND);
  return {
    url,
    queries: sampled.filter(({ kind }) => kind !== 'page 100' && kind !== 'md5').map(toLanguage),
    threads: rows.map(({ board, num }) => `/${board}/thread/${num}`),
    boards: FOUR_BOARDS.map(({ name }) => name),
  };
}

function sizes(programs: ReadonlyMap<string, number>): string {
  return [...programs]
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, size]) => `${name} ${size.toFixed(0)}`)
    .join(', ');
}

function seconds(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(0);
}
