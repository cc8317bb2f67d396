/** Readers, alone and beside crawlers and a storm of new posts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { upsertBoard } from '../../../store/boards/boards.ts';
import { freePort } from '../../support/ports.ts';
import type { World } from '../../support/world.ts';
import { FOUR_BOARDS } from '../corpus.ts';
import { startGrowingSite } from '../large/growing-site.ts';
import type { Figure } from '../large/kept-stages.ts';
import { toMeasure, type Measure } from '../measure.ts';
import { sampleQueries, toLanguage } from '../query-classes.ts';
import { megabytesOfAll } from '../store-memory.ts';
import { storeProcesses, type StoreProcess } from '../store-processes.ts';
import { until } from '../until.ts';
import { Outcomes } from '../visitors/outcomes.ts';
import { runCrawlers, runReaders, type Site } from '../visitors/visitors.ts';
import { WITHOUT_SCHEDULE, withProcess } from '../with-process.ts';
import { ownTime, processorTime } from './answer-cost.ts';
import { waitForServer } from './thread.ts';

const READERS = 200;
const CRAWLS_PER_SECOND = 50;
const POSTS_PER_SECOND = 200;
const LIVE_BOARD = 'live';
const QUERIES_PER_KIND = 100;
const THREADS = 2_000;
/** Caches fill, and the readers spread over their journeys. */
const WARM_UP_MS = 30_000;

export interface LoadFigures {
  readonly measures: readonly Measure[];
  readonly figures: readonly Figure[];
}

/** `seconds` of each turn. */
export async function measureReadersUnderLoad(
  world: World,
  posts: number,
  seconds: number,
  say: (line: string) => void,
): Promise<LoadFigures> {
  const port = await freePort();
  const growing = await startGrowingSite(LIVE_BOARD, POSTS_PER_SECOND);
  const settings = { ...WITHOUT_SCHEDULE, SAGASU_SCRAPER_OWN_ORIGIN: growing.url, SAGASU_MEDIA_CONCURRENCY: '0' };
  // All limits are those of an archive behind a proxy.
  const served = { SAGASU_PORT: String(port), SAGASU_TRUSTED_PROXIES: '127.0.0.1' };
  try {
    const site = await siteOf(world, posts, `http://127.0.0.1:${port}`);
    return await withProcess('server/main.ts', world, served, async (server) =>
      withProcess('indexer/main.ts', world, settings, async (indexer) => {
        await waitForServer(site.url);
        const processes = [
          { name: 'server', pid: server.pid ?? 0 },
          { name: 'indexer', pid: indexer.pid ?? 0 },
          ...(await storeProcesses(world)),
        ];
        await turn({ site, ms: WARM_UP_MS, isLoaded: false, processes });
        const quiet = await turn({ site, ms: seconds * 1000, isLoaded: false, processes });
        say(`quiet: ${describe(quiet.readers)}`);
        await addBoards(world, growing.url);
        return withProcess('scraper/main.ts', world, settings, async (scraper) => {
          await until(async () => (await countLive(world)) > 0);
          const before = await countLive(world);
          const all = [...processes, { name: 'scraper', pid: scraper.pid ?? 0 }];
          const loaded = await turn({ site, ms: seconds * 1000, isLoaded: true, processes: all });
          say(`loaded: ${describe(loaded.readers)}`);
          const scraped = ((await countLive(world)) - before) / seconds;
          return report(quiet, loaded, scraped, seconds);
        });
      }),
    );
  } finally {
    await growing.close();
  }
}

interface Turn {
  readonly readers: Outcomes;
  readonly crawlers: Outcomes;
  /** By process in seconds. */
  readonly processor: ReadonlyMap<string, number>;
  /** By process, MB at the beginning, in the middle and at the end. */
  readonly memory: ReadonlyMap<string, readonly number[]>;
}

interface TurnOptions {
  readonly site: Site;
  readonly ms: number;
  readonly isLoaded: boolean;
  readonly processes: readonly StoreProcess[];
}

const GENERATOR = 'load generator';

async function turn({ site, ms, isLoaded, processes }: TurnOptions): Promise<Turn> {
  const [readers, crawlers] = [new Outcomes(), new Outcomes()];
  const times = () => [...processes.map(({ pid }) => processorTime(pid)), ownTime()];
  const sizes = () => [
    ...processes.map(({ pid }) => megabytesOfAll(pid) ?? Number.NaN),
    process.memoryUsage().rss / 2 ** 20,
  ];
  const names = [...processes.map(({ name }) => name), GENERATOR];
  const end = new AbortController();
  const before = times();
  const samples = [sizes()];
  const running = [
    runReaders(site, READERS, readers, end.signal),
    ...(isLoaded ? [runCrawlers(site, CRAWLS_PER_SECOND, crawlers, end.signal)] : []),
  ];
  await sleep(ms / 2);
  samples.push(sizes());
  await sleep(ms / 2);
  samples.push(sizes());
  const after = times();
  end.abort();
  await Promise.all(running);
  return {
    readers,
    crawlers,
    processor: new Map(names.map((name, at) => [name, ((after[at] ?? 0) - (before[at] ?? 0)) / 1000])),
    memory: new Map(names.map((name, at) => [name, samples.map((sample) => sample[at] ?? Number.NaN)])),
  };
}

function nameOf(quantile: string): string {
  return `load: ${quantile} of ${READERS} readers beside crawlers and scraping`;
}

function report(quiet: Turn, loaded: Turn, scraped: number, seconds: number): LoadFigures {
  const [q50, q95, q99] = quiet.readers.quantiles();
  const [l50, l95, l99] = loaded.readers.quantiles();
  const measures = [
    toMeasure(nameOf('p50'), [[l50, q50]], null, 'ms', 'the same readers alone'),
    toMeasure(nameOf('p95'), [[l95, q95]], { at: 'most', ratio: 2 }, 'ms', 'the same readers alone'),
    toMeasure(nameOf('p99'), [[l99, q99]], null, 'ms', 'the same readers alone'),
  ];
  const ofKinds = ({ readers }: Turn) =>
    readers.kinds.map((kind) => `${kind} ${readers.quantiles(kind).join(' / ')}`).join('; ');
  const shares = ({ processor }: Turn) =>
    [...processor].map(([process, spent]) => `${process} ${((100 * spent) / seconds).toFixed(0)} %`).join(', ');
  const figures = [
    { step: 'readers alone: p50 / p95 / p99 in ms', value: ofKinds(quiet), remark: `${quiet.readers.count} requests` },
    { step: 'readers under load', value: ofKinds(loaded), remark: `${loaded.readers.count} requests` },
    { step: 'answers to readers alone', value: quiet.readers.byStatus },
    {
      step: 'answers to readers under load',
      value: loaded.readers.byStatus,
      remark: `${loaded.readers.errors} errors`,
    },
    { step: 'answers to crawlers', value: loaded.crawlers.byStatus, remark: `${loaded.crawlers.errors} errors` },
    { step: 'scraped', value: `${scraped.toFixed(0)} posts a second`, remark: `${POSTS_PER_SECOND} were posted` },
    { step: 'part of one core, alone', value: shares(quiet) },
    { step: 'part of one core, under load', value: shares(loaded) },
    ...[...loaded.memory].map(([process, sizes]) => ({
      step: `memory of ${process} under load: beginning, middle, end`,
      value: `${sizes.map((size) => size.toFixed(0)).join(', ')} MB`,
    })),
  ];
  return { measures, figures };
}

function describe(outcomes: Outcomes): string {
  return `${outcomes.count} requests, ${outcomes.quantiles().join(' / ')} ms, ${outcomes.errors} errors`;
}

async function siteOf({ pool }: World, posts: number, url: string): Promise<Site> {
  const { rows } = await pool.query<{ board: string; num: string }>(
    `select b.name as board, p.num from posts p join boards b on b.id = p.board_id where p.opener order by p.num * 7919 % 100003, p.num limit $1`,
    [THREADS],
  );
  const sampled = await sampleQueries(pool, posts, QUERIES_PER_KIND);
  const asked = sampled.filter(({ kind }) => kind !== 'page 100' && kind !== 'md5');
  return {
    url,
    queries: asked.map(toLanguage),
    threads: rows.map(({ board, num }) => `/${board}/thread/${num}`),
    boards: FOUR_BOARDS.map(({ name }) => name),
  };
}

async function addBoards({ pool }: World, url: string): Promise<void> {
  const places = { source: '4chan', url, mediaUrl: url, worksafe: true } as const;
  for (const name of [...FOUR_BOARDS.map((board) => board.name), LIVE_BOARD]) {
    await upsertBoard(pool, { name, title: name, ...places });
  }
}

async function countLive({ pool }: World): Promise<number> {
  const { rows } = await pool.query<{ posts: string }>(
    'select count(*) as posts from posts where board_id = (select id from boards where name = $1)',
    [LIVE_BOARD],
  );
  return Number(rows[0]?.posts);
}
