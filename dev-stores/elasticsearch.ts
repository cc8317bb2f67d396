/** Starts Elasticsearch on the loopback address: one node, or a cluster of nodes that share one distribution. */
import { chmod, writeFile } from 'node:fs/promises';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOwnedFolder } from './accounts.ts';
import { elasticsearchHome } from './elasticsearch-distribution.ts';
import { readOrCreateSecurity } from './elasticsearch-security.ts';
import { startNode, type NodePlan, type StackNode } from './elasticsearch-node.ts';
import type { Jdk } from './java.ts';
import { recordFile } from './layout.ts';
import { StartCancelledError } from './problems.ts';
import { ELASTICSEARCH_SETTINGS, watermarksBelow } from './settings.ts';
import type { StartContext, StartedStore } from './start-context.ts';

/** A node's transport port is this much above its HTTP port. */
export const TRANSPORT_OFFSET = 100;

export interface StartedElasticsearch extends StartedStore {
  readonly nodes: readonly StackNode[];
}

export async function startElasticsearch(context: StartContext, jdk: Jdk): Promise<StartedElasticsearch> {
  const { places, account, config, env } = context;
  const home = await elasticsearchHome(context, jdk);
  for (const folder of [places.elasticsearch, join(places.logs, 'elasticsearch')]) {
    await createOwnedFolder(folder, account, env);
  }
  await chmod(places.elasticsearch, 0o700);
  const isFormed = formedNodes(places.elasticsearch) !== null;
  const plans = planNodes(context, isFormed);
  const ports = plans.map(({ httpPort }) => httpPort);
  context.onProgress(
    plans.length === 1
      ? `Elasticsearch: starting on port ${config.elasticsearchPort} (about 15 s)`
      : `Elasticsearch: starting ${plans.length} nodes on ports ${ports.join(', ')} (about a minute)`,
  );
  const security = await readOrCreateSecurity(context, home, jdk, places.elasticsearch);
  const nodes = await startTogether(context, plans, async (within, plan) =>
    startNode(within, home, jdk, plan, security),
  );
  if (nodes.length > 1) {
    await writeFile(clusterFile(places.elasticsearch), JSON.stringify({ nodes: nodes.length }));
  }
  return {
    url: nodes.map(({ url }) => url).join(','),
    nodes,
    process: {
      get pid() {
        return nodes[0]?.pid ?? 0;
      },
      stop: async () => void (await Promise.all(nodes.map(async (node) => node.stop()))),
      kill: async () => void (await Promise.all(nodes.map(async (node) => node.kill()))),
    },
  };
}

/** Starts all nodes at the same time, because none is ready before it has met the others. The first failure cancels the rest. */
async function startTogether(
  context: StartContext,
  plans: readonly NodePlan[],
  start: (context: StartContext, plan: NodePlan) => Promise<StackNode>,
): Promise<readonly StackNode[]> {
  const failure = new AbortController();
  const signal = AbortSignal.any([failure.signal, ...(context.signal === undefined ? [] : [context.signal])]);
  const results = await Promise.allSettled(
    plans.map(async (plan) =>
      start({ ...context, signal }, plan).catch((error: unknown) => {
        failure.abort();
        throw error;
      }),
    ),
  );
  const nodes = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  if (nodes.length === plans.length) {
    return nodes;
  }
  await Promise.all(nodes.map(async (node) => node.stop()));
  const errors = results.flatMap((result): unknown[] => (result.status === 'rejected' ? [result.reason] : []));
  throw errors.find((error) => !(error instanceof StartCancelledError)) ?? errors[0];
}

function nodeName(number: number): string {
  return `sagasu-${number}`;
}

export function planNodes({ config, places }: Pick<StartContext, 'config' | 'places'>, isFormed: boolean): NodePlan[] {
  const count = config.elasticsearchNodes;
  const own = { ...ELASTICSEARCH_SETTINGS, ...watermarksBelow(config.elasticsearchFreeDiskMb) };
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const httpPort = (number: number) => config.elasticsearchPort + number - 1;
  const transportPort = (number: number) => httpPort(number) + TRANSPORT_OFFSET;
  const logs = join(places.logs, 'elasticsearch');
  if (count === 1) {
    return [
      {
        title: 'Elasticsearch',
        name: nodeName(1),
        httpPort: httpPort(1),
        transportPort: transportPort(1),
        folder: places.elasticsearch,
        logFolder: logs,
        logFile: join(places.logs, 'elasticsearch.log'),
        recordFile: recordFile(places, 'elasticsearch'),
        settings: own,
      },
    ];
  }
  const { 'discovery.type': _alone, ...shared } = own;
  const settings = {
    ...shared,
    'discovery.seed_hosts': numbers.map((number) => `127.0.0.1:${transportPort(number)}`),
    // Set only until the cluster has formed once: a node that lost its data must join the cluster instead of founding another.
    ...(!isFormed && { 'cluster.initial_master_nodes': numbers.map(nodeName) }),
  };
  return numbers.map((number) => ({
    title: `Elasticsearch node ${number}`,
    name: nodeName(number),
    httpPort: httpPort(number),
    transportPort: transportPort(number),
    folder: join(places.elasticsearch, `node-${number}`),
    logFolder: join(logs, nodeName(number)),
    logFile: join(places.logs, `elasticsearch-${number}.log`),
    recordFile: recordFile(places, `elasticsearch-${number}`),
    settings,
  }));
}

/** Written when the cluster has formed. Until then its nodes need the list of initial masters. */
function clusterFile(folder: string): string {
  return join(folder, 'cluster.json');
}

/** Number of nodes whose data the folder contains; null for none. */
export function formedNodes(folder: string): number | null {
  if (existsSync(clusterFile(folder))) {
    return (JSON.parse(readFileSync(clusterFile(folder), 'utf8')) as { nodes: number }).nodes;
  }
  const alone = join(folder, 'data');
  return existsSync(alone) && readdirSync(alone).length > 0 ? 1 : null;
}

/** The problem as a sentence; null when the folder is empty or contains the data of that many nodes. */
export function sizeProblem(folder: string, nodes: number): string | null {
  const formed = formedNodes(folder);
  if (formed === null || formed === nodes) return null;
  const has = formed === 1 ? '1 node' : `${formed} nodes`;
  return `${folder} contains an Elasticsearch of ${has}, but SAGASU_ELASTICSEARCH_NODES is ${nodes}: set it to ${formed}, or move the folder away and let the indexer fill every index again from PostgreSQL.`;
}
