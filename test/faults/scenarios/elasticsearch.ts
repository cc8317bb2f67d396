import { setTimeout as sleep } from 'node:timers/promises';
import { createElasticsearch } from '../../../platform/elasticsearch.ts';
import type { Treatment } from '../../support/http-proxy.ts';
import { drain } from '../judge.ts';
import type { PrivateStores } from '../private-stores.ts';
import type { Scenario } from '../scenario.ts';
import { round, type Figures, type Stage } from '../stage.ts';

/** Kills Elasticsearch during a bulk request, in each round. */
export async function killElasticsearch(stage: Stage, stores: PrivateStores, isWiped = false): Promise<Figures> {
  const { load, params, random, elasticsearch, indexer } = stage;
  await Promise.all([indexer(), indexer()]);
  load.start();
  for (let turn = 0; turn < params.rounds; turn++) {
    const burst = load.write(params.posts / params.rounds);
    const begun = Promise.withResolvers<void>();
    elasticsearch.treat = (_, path) => {
      if (path.startsWith('/_bulk')) begun.resolve();
      return 'pass';
    };
    await begun.promise;
    await sleep(random() * 30);
    await stores.kill('elasticsearch');
    if (isWiped) await stores.wipe('elasticsearch');
    await stores.start('elasticsearch');
    await burst;
    await sleep(random() * 1_000);
  }
  return {};
}

const SLOW_MS = 3_000;
/** Share of the requests that fail. */
const FAULTY = 2 / 3;

/** Spoils answers in every possible way, chosen at random for each request. */
export async function spoilAnswers(stage: Stage): Promise<Figures> {
  const { load, params, random, elasticsearch, indexer, reportFailure, world } = stage;
  await Promise.all([indexer(), indexer()]);
  const seen: Record<string, number> = {};
  let operations = 0;
  let longestMs = 0;
  elasticsearch.treat = async (_, path, body) => {
    const isBulk = path.startsWith('/_bulk');
    if (isBulk) operations += body.split('\n').length >> 1;
    if (random() > FAULTY) return 'pass';
    const kinds = Object.keys(FAULTS).filter((kind) => isBulk || !kind.startsWith('item'));
    const kind = kinds[Math.floor(random() * kinds.length)] ?? '';
    seen[kind] = (seen[kind] ?? 0) + 1;
    if (kind === 'slow') await sleep(random() * SLOW_MS);
    return FAULTS[kind as keyof typeof FAULTS](body, random);
  };
  elasticsearch.ended = (_, ms) => {
    longestMs = Math.max(longestMs, ms);
  };
  load.start();
  const wrote = load.write(params.posts);
  await sleep(params.seconds * 1000);
  await wrote;
  await load.stop();
  elasticsearch.treat = (_, path, body) => {
    if (path.startsWith('/_bulk')) operations += body.split('\n').length >> 1;
    return 'pass';
  };
  await drain(world);
  if (longestMs > 31_000) reportFailure(`a request took ${longestMs} ms`);
  return { ...seen, operationsAPost: round(operations / load.written), longestMs: Math.round(longestMs) };
}

const busyItem = { status: 429, error: { type: 'es_rejected_execution_exception', reason: 'queue is full' } };

const FAULTS = {
  '429': () => ({ status: 429, body: '{"error":{"type":"es_rejected_execution_exception"},"status":429}' }),
  '503': () => ({ status: 503, body: '{"error":{"type":"cluster_block_exception"},"status":503}' }),
  html: () => ({ status: 502, body: '<html>bad gateway</html>' }),
  cut: () => 'cut' as const,
  halved: () => 'halve the answer' as const,
  lost: () => 'lose the answer' as const,
  slow: () => 'pass' as const,
  /** Status 200, every item refused. */
  'items refused': (body: string) => ({
    status: 200,
    body: JSON.stringify({
      errors: true,
      items: Array.from({ length: body.split('\n').length >> 1 }, () => ({ index: busyItem })),
    }),
  }),
  /** Status 200, every item applied, some reported as refused. */
  'items misreported': (_: string, random: () => number) => ({
    change: (answer: string) => {
      const { items } = JSON.parse(answer) as { items: object[] };
      return JSON.stringify({
        errors: true,
        items: items.map((item) => (random() < 0.3 ? { index: busyItem } : item)),
      });
    },
  }),
  /** Status 200, fewer items in the answer than in the request. */
  'items missing': () => ({
    change: (answer: string) => {
      const { items } = JSON.parse(answer) as { items: object[] };
      return JSON.stringify({ items: items.slice(0, items.length >> 1) });
    },
  }),
} satisfies Record<string, (body: string, random: () => number) => Treatment>;

/** One post in a hundred can never be indexed. */
export async function poisonPosts({ load, params, indexer, world }: Stage): Promise<Figures> {
  await load.write(params.posts);
  await indexer();
  load.start();
  await sleep(params.seconds * 1000);
  const { rows } = await world.pool.query<{ count: string }>('select count(*) from quarantine');
  return { listedAtItsEnd: Number(rows[0]?.count) };
}

const FLOOD_LIMIT_MS = 90_000;

const watermarks = (free: string) => ({
  'cluster.routing.allocation.disk.threshold_enabled': true,
  'cluster.routing.allocation.disk.watermark.low': free,
  'cluster.routing.allocation.disk.watermark.high': free,
  'cluster.routing.allocation.disk.watermark.flood_stage': free,
  'cluster.info.update.interval': '10s',
});

/** Simulates a full disk: every index becomes read-only until there is space again. */
async function floodDisk(
  { load, params, world, indexer, reportFailure }: Stage,
  stores: PrivateStores,
): Promise<Figures> {
  await load.write(params.posts);
  await indexer();
  load.start();
  const { elasticsearch } = world;
  const administrator = createElasticsearch([await stores.administrator()]);
  const blocked = async () => {
    const settings = await elasticsearch.indices.getSettings({ index: `${world.indexPrefix}*`, flat_settings: true });
    return Object.values(settings).filter((index) =>
      Object.entries(index.settings ?? {}).some(
        ([name, value]) => name.endsWith('read_only_allow_delete') && value === 'true',
      ),
    ).length;
  };
  const until = async (claim: string, holds: () => Promise<boolean>) => {
    const began = performance.now();
    while (!(await holds())) {
      if (performance.now() - began > FLOOD_LIMIT_MS) {
        reportFailure(`after ${FLOOD_LIMIT_MS / 1000} s it does not hold that ${claim}`);
        break;
      }
      await sleep(250);
    }
    return (performance.now() - began) / 1000;
  };
  let slowestRelease = 0;
  for (let turn = 0; turn < params.rounds; turn++) {
    // More than the free space of any disk.
    await administrator.cluster.putSettings({ persistent: watermarks('1000tb') });
    await until('indices are blocked', async () => (await blocked()) > 0);
    await sleep(params.seconds * 1000);
    await administrator.cluster.putSettings({ persistent: watermarks('1mb') });
    slowestRelease = Math.max(slowestRelease, await until('no index is blocked', async () => (await blocked()) === 0));
  }
  const off = Object.fromEntries(Object.keys(watermarks('')).map((name) => [name, null]));
  await administrator.cluster.putSettings({ persistent: off });
  await administrator.close();
  return { slowestReleaseSeconds: round(slowestRelease) };
}

export const ELASTICSEARCH_SCENARIOS: readonly Scenario[] = [
  {
    name: 'elasticsearch-kill',
    claim: 'no change is lost when Elasticsearch is killed during a bulk request',
    params: { rounds: 20, posts: 20_000 },
    run: killElasticsearch,
  },
  {
    name: 'elasticsearch-lost',
    claim: 'Elasticsearch is filled again after it restarts without its files',
    params: { rounds: 3, posts: 5_000 },
    run: (stage, stores) => killElasticsearch(stage, stores, true),
  },
  {
    name: 'elasticsearch-faults',
    claim: 'wrong answers of Elasticsearch lose no change and quarantine no post',
    params: { rounds: 1, posts: 10_000, seconds: 60 },
    run: spoilAnswers,
  },
  {
    name: 'poison',
    claim: 'every post that no index can store is quarantined, and none delays other posts',
    params: { rounds: 1, posts: 10_000, seconds: 10 },
    poison: 0.01,
    run: poisonPosts,
  },
  {
    name: 'flood-stage',
    claim: 'changes that wait while a full disk blocks the indices are indexed when there is space again',
    params: { rounds: 2, posts: 3_000, seconds: 10 },
    run: floodDisk,
  },
];
