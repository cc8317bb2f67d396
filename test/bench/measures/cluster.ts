/**
 * Three nodes of Elasticsearch on one machine, which cannot show speed: how searches spread over nodes and replicas, searches while one
 * node stops again and again, and the processor time of the node that coordinates a search of 300 shards.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createElasticsearch, type Elasticsearch } from '../../../platform/elasticsearch.ts';
import { hitPageBody } from '../../../server/search/execute/fetch-hits.ts';
import { compile } from '../../../server/search/plan/compile.ts';
import { parse } from '../../../server/search/language/parse.ts';
import { startCluster, type ClusterOptions } from '../../support/cluster.ts';
import { createWorld, destroyWorld, type World } from '../../support/world.ts';
import { ONE_BOARD } from '../corpus.ts';
import { loadCorpus, markAllDirty } from '../load.ts';
import { quantilesOf, timed, toMeasure, type Measure } from '../measure.ts';
import { until, untilLive, untilMerged } from '../until.ts';
import { withProcess } from '../with-process.ts';

const NODES = 3;
const SHARDS = 300;
const FEW_SHARDS = 3;
const READERS = 4;
/** Each cycle of the slow node: stopped, then running. */
const STOPPED_MS = 150;
const RUNNING_MS = 50;
/** Elasticsearch measures its processor time once a second. */
const MEASURED_EVERY_MS = 1_100;
const QUERY = 'is:reply';

export interface ClusterMeasureOptions extends Omit<ClusterOptions, 'nodes'> {
  readonly posts: number;
  readonly rounds: number;
  readonly seconds: number;
}

export async function measureCluster(options: ClusterMeasureOptions): Promise<readonly Measure[]> {
  const { posts, rounds, seconds, say, databaseUrl, redisUrl } = options;
  const cluster = await startCluster({ ...options, nodes: NODES });
  const world = await createWorld(databaseUrl, redisUrl, cluster.elasticsearchUrls);
  try {
    await fill(world, posts);
    const nodes = await nodesOf(world.elasticsearch);
    const slow = nodes.find(({ isMaster }) => !isMaster);
    if (slow === undefined) throw new Error('every node is the master');
    const indices = Object.keys(await world.elasticsearch.indices.get({ index: `${world.indexPrefix}*` }));
    const measures: Measure[] = [];
    for (const searched of [indices, indices.slice(-FEW_SHARDS)])
      measures.push(...(await whileStopping(world, slow, searched, { seconds, rounds, say })));
    measures.push(await coordination(world, nodes, indices, rounds));
    return measures;
  } finally {
    await destroyWorld(databaseUrl, world);
    await cluster.stop();
  }
}

/** Searches of `indices` while `slow` stops again and again, in turn with searches while all nodes run. */
async function whileStopping(
  world: World,
  slow: ClusterNode,
  indices: readonly string[],
  { seconds, rounds, say }: Pick<ClusterMeasureOptions, 'seconds' | 'rounds' | 'say'>,
): Promise<readonly Measure[]> {
  const [quiet, stopping]: [Turn[], Turn[]] = [[], []];
  const shards = `${indices.length} shards`;
  for (let round = 0; round < rounds; round++) {
    quiet.push(await searchFor(world, { seconds, slow: slow.id, indices }));
    say(`${shards}, round ${round + 1}, all nodes: ${describe(quiet.at(-1))}`);
    const bursts = stopAgainAndAgain(slow.pid);
    try {
      stopping.push(await searchFor(world, { seconds, slow: slow.id, indices }));
    } finally {
      await bursts.end();
    }
    say(`${shards}, round ${round + 1}, ${slow.name} stops: ${describe(stopping.at(-1))}`);
  }
  const pairs = (of: (turn: Turn) => number): [number, number][] =>
    stopping.map((turn, at) => [of(turn), of(quiet[at] ?? turn)]);
  const even = quiet.map(({ shares }): [number, number] => [Math.max(...shares), 1 / NODES]);
  const times = (quantile: number) => pairs(({ latencies }) => quantilesOf(latencies)[quantile] ?? Number.NaN);
  const running = 'all nodes running';
  return [
    toMeasure(`cluster, ${shards}: share of shard queries of the busiest node`, even, null, '', 'an even share'),
    toMeasure(
      `cluster, ${shards}: share of the node that stops`,
      pairs(({ slowShare }) => slowShare),
      null,
      '',
      'its share at other times',
    ),
    toMeasure(`cluster, ${shards}: searches while a node stops, p50`, times(0), null, 'ms', running),
    toMeasure(`cluster, ${shards}: searches while a node stops, p95`, times(1), null, 'ms', running),
  ];
}

async function fill(world: World, posts: number): Promise<void> {
  const [board] = await loadCorpus(world, ONE_BOARD, posts, Math.ceil(posts / SHARDS));
  if (board === undefined) throw new Error('the board was not made');
  await withProcess('indexer/main.ts', world, { SAGASU_INDEX_REPLICAS: '1' }, async () => {
    await untilLive(world, board.id);
    await markAllDirty(world.pool, board.id);
    await until(async () => (await world.pool.query('select 1 from dirty limit 1')).rowCount === 0);
  });
  const { elasticsearch, indexPrefix } = world;
  await elasticsearch.indices.refresh({ index: `${indexPrefix}*` });
  await untilMerged(world);
  await until(async () => (await elasticsearch.cluster.health({ index: `${indexPrefix}*` })).status === 'green');
}

interface ClusterNode {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  readonly isMaster: boolean;
}

async function nodesOf(elasticsearch: Elasticsearch): Promise<readonly ClusterNode[]> {
  const { nodes } = await elasticsearch.nodes.info({ metric: ['process', 'http'] });
  const { master_node: master } = (await elasticsearch.cluster.state({ metric: 'master_node' })) as {
    readonly master_node: string;
  };
  return Object.entries(nodes).map(([id, { name, process: running, http }]) => ({
    id,
    name,
    url: http?.publish_address ?? '',
    pid: running?.id ?? Number.NaN,
    isMaster: id === master,
  }));
}

interface Turn {
  readonly latencies: readonly number[];
  /** Each node's share of all shard queries. */
  readonly shares: readonly number[];
  readonly slowShare: number;
}

function describe(turn: Turn | undefined): string {
  const [p50, p95] = quantilesOf(turn?.latencies ?? []);
  const shares = turn?.shares.map((share) => `${Math.round(share * 100)} %`).join(', ');
  return `${turn?.latencies.length} searches, p50 ${p50} ms, p95 ${p95} ms; shard queries by node: ${shares}`;
}

/** Concurrent readers with the client of the server, which selects the coordinating node of each search. */
async function searchFor(
  { elasticsearch, indexPrefix }: World,
  { seconds, slow, indices }: { readonly seconds: number; readonly slow: string; readonly indices: readonly string[] },
): Promise<Turn> {
  const body = { ...bodyOf(indexPrefix), index: [...indices] };
  const before = await shardQueries(elasticsearch);
  const latencies: number[] = [];
  const end = performance.now() + seconds * 1_000;
  const read = async () => {
    while (performance.now() < end) latencies.push(await timed(async () => elasticsearch.search(body)));
  };
  await Promise.all(Array.from({ length: READERS }, read));
  const after = await shardQueries(elasticsearch);
  const counts = [...after].map(([id, count]) => [id, count - (before.get(id) ?? 0)] as const);
  const sum = counts.reduce((total, [, count]) => total + count, 0);
  const shares = counts.map(([, count]) => count / sum);
  return { latencies, shares, slowShare: shares[counts.findIndex(([id]) => id === slow)] ?? Number.NaN };
}

function bodyOf(indexPrefix: string) {
  const search = compile(parse(QUERY).root, { sort: 'new', direction: 'forward', now: Date.now() });
  const body = hitPageBody({ indexPrefix, timeoutMs: 30_000 }, { search, after: null, size: 26, counts: true });
  return { ...body, request_cache: false };
}

async function shardQueries(elasticsearch: Elasticsearch): Promise<ReadonlyMap<string, number>> {
  const { nodes } = await elasticsearch.nodes.stats({ metric: 'indices', index_metric: 'search' });
  return new Map(Object.entries(nodes).map(([id, { indices }]) => [id, indices?.search?.query_total ?? Number.NaN]));
}

function stopAgainAndAgain(pid: number): { readonly end: () => Promise<void> } {
  const ending = new AbortController();
  const run = async () => {
    for (; !ending.signal.aborted; await sleep(RUNNING_MS)) {
      process.kill(pid, 'SIGSTOP');
      await sleep(STOPPED_MS);
      process.kill(pid, 'SIGCONT');
    }
  };
  const running = run();
  return {
    end: async () => {
      ending.abort();
      await running;
    },
  };
}

const SEARCHES = 200;

/** The coordinating node has no part in the shards' work, which `preference` leaves to the others. */
async function coordination(
  world: World,
  nodes: readonly ClusterNode[],
  indices: readonly string[],
  rounds: number,
): Promise<Measure> {
  const [coordinator, ...others] = nodes;
  if (coordinator === undefined) throw new Error('there is no node');
  const secret = new URL(world.elasticsearchUrls[0] ?? '');
  const client = createElasticsearch([`http://${secret.username}:${secret.password}@${coordinator.url}`]);
  try {
    const preference = `_only_nodes:${others.map(({ id }) => id).join(',')}`;
    const processorTime = async () => {
      await sleep(MEASURED_EVERY_MS);
      const { nodes: stats } = await client.nodes.stats({ node_id: coordinator.id, metric: 'process' });
      return stats[coordinator.id]?.process?.cpu?.total_in_millis ?? Number.NaN;
    };
    const cost = async (index: readonly string[] | undefined) => {
      const body = { ...bodyOf(world.indexPrefix), preference, ...(index !== undefined && { index: [...index] }) };
      const before = await processorTime();
      for (let sent = 0; sent < SEARCHES; sent++) await client.search(body);
      return ((await processorTime()) - before) / SEARCHES;
    };
    const pairs: [number, number][] = [];
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      const pair: [number, number] = [await cost(undefined), await cost(indices.slice(-FEW_SHARDS))];
      if (round > 0) pairs.push(pair);
    }
    const name = `cluster: processor time of the coordinating node, ${indices.length} shards`;
    return toMeasure(name, pairs, null, 'ms', `${FEW_SHARDS} shards`);
  } finally {
    await client.close();
  }
}
