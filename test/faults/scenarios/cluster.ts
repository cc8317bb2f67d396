import { setTimeout as sleep } from 'node:timers/promises';
import { boardAlias } from '../../../mappings/elasticsearch/index-names.ts';
import type { StackNode } from '../../../dev-stores/elasticsearch-node.ts';
import { eventually } from '../../support/archive.ts';
import { aPost, insertBoard, writePosts } from '../../support/builders.ts';
import { freePort } from '../../support/ports.ts';
import { enqueue, readTask, type SeenTask } from '../../support/tasks.ts';
import type { World } from '../../support/world.ts';
import type { Scenario } from '../scenario.ts';
import type { SearchAnswer } from '../readers.ts';
import { drain } from '../judge.ts';
import { round, type Figures, type Stage } from '../stage.ts';

/** The role of the killed node for one of the boards; copies of other boards may be on any node. */
export type Role = 'master' | 'primary' | 'replica';

export interface NodeKillOptions {
  readonly nodes: readonly StackNode[];
  /** The nodes to kill, one after the other. */
  readonly roles: readonly Role[];
  /** True to rebuild the written board during each kill. */
  readonly rebuild: boolean;
  /** Receives a line per step. */
  readonly say?: (line: string) => void;
}

const CALM_POSTS = 300;
const SHOWN = 10;
const GREEN_LIMIT_MS = 90_000;
const REBUILD_LIMIT_MS = 180_000;

/**
 * Kills and restarts one node of the cluster after the other while posts are written, searched and read. Readers send
 * each search only once, to one server: retries are the server's job.
 */
export async function killNodes(
  stage: Stage,
  { nodes, roles, rebuild, say = () => undefined }: NodeKillOptions,
): Promise<Figures> {
  const { world, load, params, reportFailure } = stage;
  const port = await freePort();
  const settings = {
    ELASTICSEARCH_URL: world.elasticsearchUrls.join(','),
    SAGASU_INDEX_REPLICAS: '1',
    SAGASU_PORT: String(port),
    SAGASU_RATE_LIMIT: '0',
    // For a busy machine. A slow failover still shows in the slowest search.
    SAGASU_SEARCH_TIMEOUT_MS: '15000',
  };
  const server = `http://127.0.0.1:${port}`;
  const calm = await insertBoard(world.pool, 'calm');
  const comment = 'a heron stands';
  const posts = Array.from({ length: CALM_POSTS }, (_, place) => aPost({ num: 1 + place, thread: 1, comment }));
  await writePosts(world.pool, calm, posts);
  for (const post of posts) load.journal.set(`calm.${post.num}.0`, post);
  await load.write(params.posts);
  say('posts are written');
  await stage.indexer(settings);
  stage.run('server/main.ts', settings);
  await eventually('the server is ready', async () => (await fetch(`${server}/readyz`)).ok);
  for (const fault of (await drain(world)).faults) reportFailure(fault);
  await world.elasticsearch.indices.refresh({ index: `${world.indexPrefix}*` });
  await green(world, nodes.length);

  say('the cluster is green, and everything is indexed');
  load.start();
  const searches = startReader(`${server}/api/v1/search?q=${encodeURIComponent('heron board:calm')}`, (answer) => {
    const { partial, total } = answer as SearchAnswer;
    const isWhole = !partial && total.value === CALM_POSTS;
    return isWhole ? null : `a search found ${total.value} of ${CALM_POSTS}, partial: ${partial}`;
  });
  const threads = startReader(`${server}/api/v1/boards/calm/threads/1`, () => null);
  let slowestReturn = 0;
  for (const role of roles) {
    const name = await nodeOf(world, role);
    const victim = nodes.find((node) => node.name === name);
    if (victim === undefined) throw new Error(`${name} is the ${role}, and none of ours`);
    const board = load.boards[0];
    const task = rebuild && board !== undefined ? await enqueue(world, 'reindex', board) : null;
    await victim.kill();
    say(`${name}, the ${role}, is killed`);
    await sleep(params.seconds * 1000);
    const began = performance.now();
    await victim.restart();
    say(`${name} is back`);
    await green(world, nodes.length);
    slowestReturn = Math.max(slowestReturn, performance.now() - began);
    say('the cluster is green');
    if (task === null) continue;
    await eventually('the rebuild has ended', async () => hasEnded(await readTask(world, task)), REBUILD_LIMIT_MS);
    const { status, error } = await readTask(world, task);
    say(`the rebuild has ${status}`);
    if (status !== 'succeeded') reportFailure(`the rebuild ended as ${status}: ${error?.message}`);
  }
  const [searched, read] = [await searches.stop(), await threads.stop()];
  for (const failure of [...searched.failures, ...read.failures]) reportFailure(failure);
  return {
    kills: roles.join(', '),
    searches: searched.answers,
    slowestSearchMs: searched.slowestMs,
    threadReads: read.answers,
    slowestReturnSeconds: round(slowestReturn / 1000),
  };
}

function hasEnded({ status }: SeenTask): boolean {
  return status !== 'enqueued' && status !== 'processing';
}

/** The name of the node that has this role now. */
async function nodeOf({ elasticsearch, indexPrefix }: World, role: Role): Promise<string> {
  const state = await elasticsearch.cluster.state({ metric: ['master_node', 'nodes', 'routing_table'] });
  const {
    master_node: master,
    nodes,
    routing_table: routing,
  } = state as {
    master_node: string;
    nodes: Record<string, { name: string }>;
    routing_table: { indices: Record<string, { shards: Record<string, { node: string; primary: boolean }[]> }> };
  };
  if (role === 'master') return nodes[master]?.name ?? '';
  const index = Object.keys(await elasticsearch.indices.getAlias({ name: boardAlias(indexPrefix, 'calm') }))[0] ?? '';
  const copies = routing.indices[index]?.shards['0'] ?? [];
  const node = copies.find(({ primary }) => primary === (role === 'primary'))?.node ?? '';
  return nodes[node]?.name ?? '';
}

/** Waits until all nodes have joined and every index has all its copies. */
async function green({ elasticsearch, indexPrefix }: World, nodes: number): Promise<void> {
  await eventually(
    'the cluster is green',
    async () => {
      const health = await elasticsearch.cluster.health({ index: `${indexPrefix}*`, timeout: '1s' });
      return health.status === 'green' && health.number_of_nodes === nodes;
    },
    GREEN_LIMIT_MS,
  );
}

const EVERY_MS = 100;
const LIMIT_MS = 20_000;

/** Requests `url` repeatedly, one request at a time. A failed request counts as a failure and is not repeated. */
function startReader(url: string, failureOf: (answer: unknown) => string | null) {
  const stopping = new AbortController();
  const failures = new Set<string>();
  let [answers, slowestMs] = [0, 0];
  const ask = async () => {
    const began = performance.now();
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(LIMIT_MS) });
      const body = await answer.text();
      const failure = answer.ok ? failureOf(JSON.parse(body)) : `${url} answered ${answer.status}: ${body}`;
      if (failure !== null) failures.add(failure.replace(/,"request_id":"[^"]*"/, ''));
    } catch (error) {
      failures.add(`${url} did not answer: ${String(error)}`);
    }
    answers++;
    slowestMs = Math.max(slowestMs, performance.now() - began);
  };
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await ask();
      await sleep(EVERY_MS);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
      return { answers, slowestMs: Math.round(slowestMs), failures: [...failures].slice(0, SHOWN) };
    },
  };
}

const ROLES: readonly Role[] = ['master', 'primary', 'replica'];

export const CLUSTER_SCENARIOS: readonly Scenario[] = [
  {
    name: 'node-kill',
    claim: 'no search fails when one node of three, of any role, is killed during indexing, search and a rebuild',
    params: { rounds: 3, posts: 10_000, rate: 60, seconds: 10 },
    nodes: 3,
    run: async (stage, { nodes = [] }) => {
      const roles = Array.from({ length: stage.params.rounds }, (_, turn) => ROLES[turn % ROLES.length] ?? 'master');
      return killNodes(stage, { nodes, roles, rebuild: true });
    },
  },
];
