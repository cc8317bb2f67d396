/**
 * `npm run bench`: measures ratios against the peers and against the limit of each engine in one run. Arguments select
 * measures; docs/PERFORMANCE.md lists them and the options. The stores come from the environment, or are started on
 * their own ports over data/bench.
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { readConfig, type StoreUrls } from '../../platform/config.ts';
import { startStack } from '../../dev-stores/start.ts';
import { freePort, lastingPort } from '../support/ports.ts';
import { prepareTemplate } from '../support/template.ts';
import { createWorld, destroyWorld, type World } from '../support/world.ts';
import { ONE_BOARD } from './corpus.ts';
import { fillWorld } from './fill.ts';
import { measureGrowth } from './growth.ts';
import { tableOf } from './large/kept-stages.ts';
import { measureSmallServer } from './small-server/small-server.ts';
import { runLarge } from './large/large-run.ts';
import { loadCorpus } from './load.ts';
import { describeMachine } from './machine.ts';
import { fillTables } from './markdown.ts';
import type { Measure } from './measure.ts';
import { measureCluster } from './measures/cluster.ts';
import { measureExportArchive } from './measures/export-archive.ts';
import { measureIdle } from './measures/idle.ts';
import { measureIndexing } from './measures/indexing.ts';
import { measureLiveLag } from './measures/live-lag.ts';
import { measureManyBoards } from './measures/many-boards.ts';
import { measureReadersUnderLoad } from './measures/load.ts';
import { measureMappingVersions } from './measures/mapping-versions.ts';
import { measureWordBreaks } from './measures/word-breaks.ts';
import { MODULE_MEASURES, WORLD_MEASURES } from './modules.ts';
import { measurePolicies } from './measures/policies.ts';
import { measurePooler } from './measures/pooler.ts';
import { measureRebuild } from './measures/rebuild.ts';
import { measureScrapeWrite } from './measures/scrape-write.ts';
import { measureScraperMemory } from './measures/scraper-memory.ts';
import { measureSkippedSlices } from './measures/skipped-slices.ts';
import { measureThreadPages } from './measures/thread-pages.ts';
import { readOptions, SMALL_SERVER, WITHOUT_STORES } from './options.ts';
import { measureReading } from './reading.ts';
import { keepResult, readResults } from './results.ts';
import { closeWorld, openStandingWorld, type StandingWorld } from './standing-world.ts';
import { WITHOUT_SCHEDULE } from './with-process.ts';

const DATA = './data/bench';
const RESULTS = `${DATA}/results.ndjson`;
const PAGE = 'docs/notes/measurements.md';

const options = readOptions(process.argv.slice(2));
const say = (line: string) => process.stderr.write(`${line}\n`);
const [posts = 0] = options.posts;

if (options.isMarkdown) {
  writeFileSync(PAGE, fillTables(readFileSync(PAGE, 'utf8'), readResults(options.json ?? RESULTS)));
} else {
  // Ends all child processes too.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  if (options.json !== undefined) writeFileSync(options.json, '');
  await measureWithoutStores();
  if (options.wanted.has(SMALL_SERVER)) await runSmallServer();
  const without = new Set<string>([...WITHOUT_STORES, SMALL_SERVER]);
  if ([...options.wanted].some((name) => !without.has(name))) await run();
}

async function measureWithoutStores(): Promise<void> {
  const report = reportOf(0);
  for (const [name, measure] of Object.entries(MODULE_MEASURES)) {
    if (!options.wanted.has(name)) continue;
    for (const measured of await measure(options.rounds, say)) report(measured);
  }
}

/** Starts an archive of its own. */
async function runSmallServer(): Promise<void> {
  const { memory: memoryMb, minutes } = options;
  const { ok, figures } = await measureSmallServer({ posts, memoryMb, minutes, dataFolder: `${DATA}-small`, say });
  process.stdout.write(`${tableOf(figures)}\n`);
  if (!ok) process.exitCode = 1;
}

async function run(): Promise<void> {
  // oxlint-disable-next-line node/no-process-env -- the stores that the environment names; otherwise free ports
  const config = readConfig({ ...(await ownPorts()), ...process.env, SAGASU_DATA: DATA });
  const stack = await startStack(config, { onProgress: say });
  try {
    await prepareTemplate(stack.databaseUrl);
    say(describeMachine());
    if (options.writes) await measureWriting(stack);
    if (options.ownWorlds) await measureInOwnWorlds(stack);
    // Worlds on stores from the environment are removed at the end.
    const keep = options.keep ?? config.databaseUrl === null;
    if (options.reads) {
      await withStanding(stack, [posts], keep, async ([standing]) => {
        if (standing === undefined) return;
        await measureReading({
          options,
          posts,
          stores: stack,
          standing,
          dataFolder: DATA,
          say,
          report: reportOf(posts),
        });
      });
    }
    if (options.against !== undefined) await measureVersions(stack, options.against);
    if (options.wanted.has('cluster')) {
      for (const measure of await measureCluster({ ...stack, ...options, posts, data: `${DATA}-cluster`, say }))
        reportOf(posts)(measure);
    }
    if (options.wanted.has('load')) await measureLoad(stack);
    if (options.wanted.has('large')) {
      process.stdout.write(`${tableOf(await runLarge({ stores: stack, posts, dataFolder: DATA, options, say }))}\n`);
    }
    if (options.wanted.has('growth')) {
      await withStanding(stack, options.posts, keep, async (standing) => {
        await measureGrowth({ options, standing, say, report: reportOf(Math.max(...options.posts)) });
      });
    }
  } finally {
    await stack.stop();
  }
}

/** Runs the measures that write to one board, in a world of their own. */
async function measureWriting(stores: StoreUrls): Promise<void> {
  const { wanted, indexers, profile } = options;
  const settings = {
    ...WITHOUT_SCHEDULE,
    ...(profile !== undefined && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profile}` }),
  };
  const report = reportOf(posts);
  const world = await createWorld(stores.databaseUrl, stores.redisUrl, stores.elasticsearchUrls);
  try {
    say(`loading ${posts} posts`);
    const [board] = await loadCorpus(world, ONE_BOARD, posts);
    if (board === undefined) throw new Error('the board was not made');
    if (wanted.has('indexing')) report(await measureIndexing(world, board.id, posts));
    if (wanted.has('rebuild')) {
      for (const measure of await measureRebuild(world, board.id, { posts, indexers, settings, say })) report(measure);
    }
    if (wanted.has('live-lag')) {
      for (const measure of await measureLiveLag(world, board.id, settings, say)) report(measure);
    }
  } finally {
    await destroyWorld(stores.databaseUrl, world);
  }
}

async function measureVersions(stores: StoreUrls, against: string): Promise<void> {
  const { rounds, queries } = options;
  const report = reportOf(posts);
  const world = await createWorld(stores.databaseUrl, stores.redisUrl, stores.elasticsearchUrls);
  try {
    for (const measure of await measureMappingVersions(world, { posts, rounds, queries, against, say }))
      report(measure);
  } finally {
    await destroyWorld(stores.databaseUrl, world);
  }
}

/** Scraping writes to the corpus, so it is not kept. */
async function measureLoad(stores: StoreUrls): Promise<void> {
  const world = await createWorld(stores.databaseUrl, stores.redisUrl, stores.elasticsearchUrls);
  try {
    await fillWorld(world, posts, say);
    const { measures, figures } = await measureReadersUnderLoad(world, posts, options.seconds, say);
    for (const measure of measures) reportOf(posts)(measure);
    process.stdout.write(`${tableOf(figures)}\n`);
  } finally {
    await destroyWorld(stores.databaseUrl, world);
  }
}

/** Runs the measures that have a world of their own each. */
async function measureInOwnWorlds(stores: StoreUrls): Promise<void> {
  const { wanted } = options;
  const report = reportOf(posts);
  const inWorld = async (work: (world: World) => Promise<readonly Measure[]>) => {
    const world = await createWorld(stores.databaseUrl, stores.redisUrl, stores.elasticsearchUrls);
    try {
      for (const measure of await work(world)) report(measure);
    } finally {
      await destroyWorld(stores.databaseUrl, world);
    }
  };
  if (wanted.has('scrape-write')) await inWorld(async (world) => measureScrapeWrite(world, posts));
  if (wanted.has('thread-pages')) await inWorld(async (world) => measureThreadPages(world, options.rounds, say));
  if (wanted.has('skipped-slices'))
    await inWorld(async (world) => measureSkippedSlices(world, { ...options, posts, say }));
  if (wanted.has('word-breaks')) await inWorld(async (world) => measureWordBreaks(world, { ...options, posts, say }));
  if (wanted.has('export-archive')) await inWorld(async (world) => measureExportArchive(world, posts));
  for (const [name, measure] of Object.entries(WORLD_MEASURES)) {
    if (wanted.has(name)) await inWorld(async (world) => measure(world, { posts, profile: options.profile, say }));
  }
  if (wanted.has('many-boards')) {
    for (const measure of await measureManyBoards(stores, posts, options, say)) report(measure);
  }
  if (wanted.has('policies')) {
    for (const measure of await measurePolicies(stores, posts, options, say)) report(measure);
  }
  if (wanted.has('pooler')) await inWorld(async (world) => measurePooler(world, posts, options, say));
  if (wanted.has('idle')) await inWorld(async (world) => [await measureIdle(world, say)]);
  if (wanted.has('scraper-memory')) {
    await inWorld(async (world) => [await measureScraperMemory(world, posts, say)]);
  }
}

async function withStanding(
  stores: StoreUrls,
  sizes: readonly number[],
  keep: boolean,
  work: (standing: readonly StandingWorld[]) => Promise<void>,
): Promise<void> {
  const standing: StandingWorld[] = [];
  try {
    for (const size of sizes) {
      const one = await openStandingWorld(stores, size);
      standing.push(one);
      if (one.isFilled) {
        say(`${size} posts are there from an earlier run`);
        continue;
      }
      await fillWorld(one.world, size, say);
      await one.setFilled();
    }
    await work(standing);
  } finally {
    for (const { world } of standing) await (keep ? closeWorld(world) : destroyWorld(stores.databaseUrl, world));
  }
}

async function ownPorts(): Promise<Record<string, string>> {
  return {
    SAGASU_POSTGRES_PORT: String(await freePort()),
    SAGASU_REDIS_PORT: String(await freePort()),
    // The transport port is 100 above this one.
    SAGASU_ELASTICSEARCH_PORT: String(await lastingPort([100])),
  };
}

function reportOf(size: number): (measure: Measure) => void {
  const machine = describeMachine();
  return (measure) => {
    const result = { ...measure, posts: size, machine, measuredAt: new Date().toISOString() };
    const line = JSON.stringify(result);
    if (options.json !== undefined) appendFileSync(options.json, `${line}\n`);
    keepResult(RESULTS, result);
    process.stdout.write(`${line}\n`);
  };
}
