/** The measures that read: one corpus of four boards, one server, and the peers that can answer the same queries. */
import { postsAlias } from '../../mappings/elasticsearch/index-names.ts';
import type { StoreUrls } from '../../platform/config.ts';
import { freePort } from '../support/ports.ts';
import type { Contender } from './contenders/contender.ts';
import { createElasticsearchDirect, IDS_ONLY } from './contenders/elasticsearch.ts';
import { createFoolfuuka } from './contenders/foolfuuka/foolfuuka.ts';
import { createPostgresFts } from './contenders/postgres-fts.ts';
import { createSagasu } from './contenders/sagasu.ts';
import { behindRoute, withMarks } from './contenders/variants.ts';
import type { BenchOptions } from './options.ts';
import { quiet } from './machine.ts';
import type { Measure } from './measure.ts';
import { measureAnswerCost } from './measures/answer-cost.ts';
import { measureCompat } from './measures/compat.ts';
import { measureCompletion } from './measures/completion.ts';
import { measureCounts } from './measures/counts.ts';
import { measureDisk } from './measures/disk.ts';
import { measureExport } from './measures/export.ts';
import { measureFacets } from './measures/facets.ts';
import { measureMemory } from './measures/memory.ts';
import { measurePages } from './measures/pages.ts';
import { measurePaging } from './measures/paging.ts';
import { measureRebuildPeers } from './measures/rebuild-peers.ts';
import { compareTotals, measureSearch, type PeerGoals } from './measures/search.ts';
import { measureThread, waitForServer } from './measures/thread.ts';
import { sampleQueries, type BenchQuery } from './query-classes.ts';
import { WARM_UP } from './rounds.ts';
import type { StandingWorld } from './standing-world.ts';
import { readingServer, withProcess } from './with-process.ts';

export interface ReadingContext {
  readonly options: BenchOptions;
  readonly posts: number;
  readonly stores: StoreUrls;
  readonly standing: StandingWorld;
  readonly dataFolder: string;
  readonly say: (line: string) => void;
  readonly report: (measure: Measure) => void;
}

export async function measureReading(context: ReadingContext): Promise<void> {
  const { options, posts, standing, say, report } = context;
  const { world } = standing;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await withProcess('server/main.ts', world, readingServer(port), async ({ pid }) => {
    await waitForServer(url);
    const queries = await sampleQueries(world.pool, posts, WARM_UP + options.queries * options.rounds);
    if (options.wanted.has('thread')) report(await measureThread(world, url));
    if (options.wanted.has('compat')) {
      await quiet(say);
      for (const measure of await measureCompat(world, url, options.seconds)) report(measure);
    }
    if (options.wanted.has('pages')) {
      await quiet(say);
      // oxlint-disable-next-line node/no-process-env -- the folder of captured pages depends on the machine
      const captures = process.env['SAGASU_CAPTURES'];
      await measurePages({ world, serverUrl: url, queries, rounds: options.rounds, captures, say, report });
    }
    if (options.wanted.has('paging')) {
      await quiet(say);
      report(await measurePaging(createSagasu(url), url, posts, options.rounds));
    }
    if (options.wanted.has('facets')) {
      await quiet(say);
      const facets = await measureFacets(url, queries, options.rounds, say);
      if (facets !== null) report(facets);
    }
    if (options.wanted.has('completion')) {
      await quiet(say);
      report(await measureCompletion(url, world.pool, options.rounds));
    }
    if (options.wanted.has('export')) {
      await quiet(say);
      const [node = ''] = world.elasticsearchUrls;
      report(await measureExport(url, { url: node, alias: postsAlias(world.indexPrefix) }, options.rounds));
    }
    if (options.wanted.has('counts')) {
      await quiet(say);
      for (const measure of await measureCounts(world, queries, options.rounds)) report(measure);
    }
    if (options.wanted.has('answer-cost') && pid !== undefined) {
      const contenders = [createSagasu(url), createElasticsearchDirect(world, false)];
      for (const measure of await measureAnswerCost(world, pid, contenders, queries, options)) report(measure);
    }
    if (options.wanted.has('memory')) {
      for (const measure of await measureMemory(world, queries, options.seconds)) report(measure);
    }
    if (options.wanted.has('search') || options.wanted.has('search-peers')) {
      await measureAgainstPeers(context, url, queries);
    }
    if (options.wanted.has('rebuild-peers')) await measureRebuildAgainstPeer(context);
  });
}

async function measureRebuildAgainstPeer(context: ReadingContext): Promise<void> {
  const { options, posts, standing, say, report } = context;
  const foolfuuka = await findFoolfuuka(context);
  if (foolfuuka === null) return;
  try {
    await quiet(say);
    const measured = { world: standing.world, peer: foolfuuka, posts, rounds: options.rounds, say };
    for (const measure of await measureRebuildPeers(measured)) report(measure);
  } finally {
    await foolfuuka.close();
  }
}

async function measureAgainstPeers(
  context: ReadingContext,
  url: string,
  queries: readonly BenchQuery[],
): Promise<void> {
  const { options, say, report } = context;
  const sagasu = createSagasu(url);
  const peers = await findPeers(context);
  try {
    await quiet(say);
    if (options.wanted.has('search-peers')) {
      // Elasticsearch's totals are the same with and without documents.
      const others = peers
        .map(({ peer }) => peer)
        .filter(({ name }) => name !== IDS_ONLY && !/route|with marks/.test(name));
      for (const measure of await compareTotals(sagasu, others, queries)) {
        report(measure);
        if (measure.met === false) say(`${measure.name}: ${measure.median} and ${measure.against} are not the same`);
      }
    }
    for (const measure of await measureSearch(sagasu, peers, queries, options)) report(measure);
    for (const { peer } of peers) {
      for (const measure of await measureDisk(context.standing.world, peer, context.posts, say)) report(measure);
    }
  } finally {
    for (const { peer } of peers) await peer.close();
  }
}

const atMost = (ratio: number) => ({ at: 'most', ratio }) as const;
const atLeast = (ratio: number) => ({ at: 'least', ratio }) as const;

async function findFoolfuuka({ posts, standing, dataFolder, say }: ReadingContext): Promise<Contender | null> {
  // oxlint-disable-next-line node/no-process-env -- PATH comes from the machine
  const found = await createFoolfuuka({ name: standing.name, posts, dataFolder, env: process.env, say });
  if (typeof found !== 'string') return found;
  say(`without Sphinx + MariaDB: ${found}`);
  return null;
}

async function findPeers(context: ReadingContext): Promise<PeerGoals[]> {
  const { options, standing, say } = context;
  const { world } = standing;
  const none = { each: null, mean: null, meanP95: null, throughput: null };
  const peers: PeerGoals[] = [
    { ...none, peer: createElasticsearchDirect(world, true), mean: atMost(1.6) },
    { ...none, peer: createElasticsearchDirect(world, false) },
  ];
  if (!options.wanted.has('search-peers')) return peers;
  const foolfuuka = await findFoolfuuka(context);
  if (foolfuuka !== null) {
    const bare = { mean: atMost(1), meanP95: atMost(0.8), throughput: atLeast(1.3) };
    peers.unshift({ ...none, ...bare, peer: foolfuuka }, { ...none, peer: withMarks(foolfuuka) });
    const routed = await behindRoute(world, foolfuuka, say);
    if (routed !== null) peers.push({ ...none, peer: routed, mean: atMost(0.75), throughput: atLeast(1.6) });
  }
  const fts = await createPostgresFts(world, say);
  const routedFts = await behindRoute(world, fts, say);
  return [...peers, { ...none, peer: fts }, ...(routedFts === null ? [] : [{ ...none, peer: routedFts }])];
}
