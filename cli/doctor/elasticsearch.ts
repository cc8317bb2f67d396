/** Elasticsearch and its indices. */
import { errors } from '@elastic/elasticsearch';
import { createElasticsearch } from '../../platform/elasticsearch.ts';
import { toError } from '../../platform/errors.ts';
import { createLogger } from '../../platform/logger.ts';
import { readWriteBlocks } from '../../platform/write-blocks.ts';
import { indexPattern } from '../../mappings/elasticsearch/index-names.ts';
import { assertSameDatabase, RestoreUnfinishedError } from '../../indexer/restore-guard/assert-same-database.ts';
import { IndexOrigin } from '../../indexer/restore-guard/index-origin.ts';
import { StoreMonitor } from '../../indexer/runtime/store-monitor.ts';
import { faultIf, type Check } from './check.ts';
import { awarenessCommand, namesIn, unusedAttributes } from './awareness.ts';
import { liveIndexFaults } from './live-indices.ts';

const AWARENESS = 'cluster.routing.allocation.awareness.attributes';
const QUICK = { requestTimeout: 5_000, maxRetries: 0 } as const;

interface Failure {
  readonly message: string;
  readonly isRefusal: boolean;
}

async function failureOf(url: string): Promise<Failure | null> {
  const client = createElasticsearch([url]);
  try {
    await client.cluster.health({}, QUICK);
    return null;
  } catch (error) {
    const status = error instanceof errors.ResponseError ? error.statusCode : undefined;
    return { message: toError(error).message, isRefusal: status === 401 || status === 403 };
  } finally {
    await client.close();
  }
}

const LOGIN_FIX =
  'correct ELASTICSEARCH_URL: the login needs the cluster privileges monitor and manage_index_templates, and all on indices named SAGASU_INDEX_PREFIX*';

/** Passwords in addresses are not printed. */
const withoutLogin = (url: string): string => new URL(url).host;

export const ELASTICSEARCH_CHECKS: readonly Check[] = [
  {
    name: 'elasticsearch.answers',
    level: 'error',
    meaning: 'Searches answer 503. Threads and posts still work, and new posts wait in PostgreSQL.',
    fix: 'check ELASTICSEARCH_URL and start Elasticsearch: systemctl start elasticsearch, or docker compose up -d elasticsearch',
    async run({ elasticsearchUrls }) {
      const failures = await Promise.all(elasticsearchUrls.map(async (url) => [url, await failureOf(url)] as const));
      const failed = failures.flatMap(([url, failure]) => (failure === null ? [] : [{ url, ...failure }]));
      const level = failed.length < failures.length ? 'warning' : 'error';
      return failed.map(({ url, message, isRefusal }) =>
        isRefusal
          ? { text: `${withoutLogin(url)} refuses the login or API key of ELASTICSEARCH_URL`, fix: LOGIN_FIX, level }
          : { text: `${withoutLogin(url)} does not answer: ${message}`, level },
      );
    },
  },
  {
    name: 'elasticsearch.health',
    level: 'error',
    needs: ['elasticsearch'],
    meaning:
      'A red index cannot be searched; a yellow one has fewer copies than it should and is lost with one more node.',
    fix: 'curl "$ELASTICSEARCH_URL/_cluster/allocation/explain?pretty" names the cause: mostly a stopped node or a full disk',
    async run({ elasticsearch, config: { indexPrefix } }) {
      const index = indexPattern(indexPrefix);
      const health = await elasticsearch.cluster.health({ index, expand_wildcards: 'open' }, QUICK);
      if (health.status === 'green' || health.unassigned_shards === 0) return [];
      return [
        {
          text: `the indices are ${health.status}: ${health.unassigned_shards} shards are not assigned to a node`,
          level: health.status === 'red' ? 'error' : 'warning',
        },
      ];
    },
  },
  {
    name: 'elasticsearch.nodes',
    level: 'error',
    needs: ['elasticsearch'],
    meaning: 'The cluster has lost a node. It stops writing when half of the nodes are gone.',
    fix: 'start the node: npm run stack and npm start restart it, and their log names the reason why it ended',
    async run({ elasticsearch, config }) {
      // An Elasticsearch of somebody else has as many nodes as its owner likes.
      if (config.elasticsearchUrls !== null) return [];
      const { number_of_nodes: nodes } = await elasticsearch.cluster.health({}, QUICK);
      return faultIf(nodes < config.elasticsearchNodes, `${nodes} of ${config.elasticsearchNodes} nodes run`);
    },
  },
  {
    name: 'elasticsearch.writes',
    level: 'error',
    needs: ['elasticsearch'],
    meaning: 'New and changed posts wait in PostgreSQL and cannot be found.',
    fix: 'free space on the disk of Elasticsearch; docs/operations/troubleshoot.md, "Elasticsearch\'s disk is full"',
    async run({ elasticsearch, config: { indexPrefix } }) {
      const blocks = await readWriteBlocks(elasticsearch, indexPrefix, QUICK);
      return blocks.map(({ reason, boards }) => ({
        text: `Elasticsearch refuses writes (${reason})${boards.length === 0 ? '' : ` of ${boards.map((board) => `/${board}/`).join(' ')}`}`,
        ...(reason === 'write_block' && {
          fix: `curl -XPUT "$ELASTICSEARCH_URL/${indexPattern(indexPrefix)}/_settings" -H 'content-type: application/json' -d '{"index.blocks.write":null,"index.blocks.read_only":null}'`,
        }),
      }));
    },
  },
  {
    name: 'elasticsearch.indices',
    level: 'error',
    needs: ['schema', 'elasticsearch'],
    meaning:
      'Searches lack the posts of the board. A running indexer opens, fills or names the index again within seconds.',
    fix: 'start an indexer, then sagasu verify --repair',
    run: async (context) => liveIndexFaults(context, 'state'),
  },
  {
    name: 'elasticsearch.mapping',
    level: 'error',
    needs: ['schema', 'elasticsearch'],
    meaning: 'Searches of these fields find nothing or the wrong posts, and documents are refused.',
    fix: 'sagasu reindex BOARD',
    run: async (context) => liveIndexFaults(context, 'mapping'),
  },
  {
    name: 'elasticsearch.origin',
    level: 'error',
    needs: ['schema', 'elasticsearch'],
    meaning: 'The indices hold posts of another database, or of a later state of this one. Indexers refuse to start.',
    fix: 'sagasu restore finish after a restore; otherwise check DATABASE_URL, ELASTICSEARCH_URL and SAGASU_INDEX_PREFIX',
    async run({ pool, elasticsearch, config: { indexPrefix } }) {
      const monitor = new StoreMonitor(createLogger({ logLevel: 'silent', logFormat: 'json' }, 'cli'), 'stores');
      const origin = new IndexOrigin(elasticsearch, monitor, indexPrefix);
      return assertSameDatabase({ pool, monitor, origin }).then(
        () => [],
        (error: unknown) => {
          if (!(error instanceof RestoreUnfinishedError)) throw error;
          return [{ text: error.message.replace(/: nothing is indexed\..*$/s, '') }];
        },
      );
    },
  },
  {
    name: 'elasticsearch.replicas',
    level: 'warning',
    needs: ['elasticsearch'],
    meaning:
      'With too few replicas the loss of one node takes posts out of searches until they are indexed again; those beyond the nodes stay unassigned.',
    fix: 'SAGASU_INDEX_REPLICAS=1 in the environment of the indexers for two nodes or more, 0 for one',
    async run({ elasticsearch, config: { indexReplicas } }) {
      const { number_of_data_nodes: nodes } = await elasticsearch.cluster.health({}, QUICK);
      return [
        ...faultIf(nodes > 1 && indexReplicas === 0, `there are ${nodes} data nodes and no replicas`),
        ...faultIf(
          indexReplicas >= nodes,
          `${indexReplicas} replicas need ${indexReplicas + 1} data nodes; there is ${nodes}`,
        ),
      ];
    },
  },
  {
    name: 'elasticsearch.awareness',
    level: 'warning',
    needs: ['elasticsearch'],
    meaning: 'Both copies of an index may be in one zone or on one host, and are lost together.',
    fix: 'cluster.routing.allocation.awareness.attributes of your cluster',
    async run({ elasticsearch, config: { indexReplicas } }) {
      if (indexReplicas === 0) return [];
      const [{ nodes }, settings] = await Promise.all([
        elasticsearch.nodes.info({ metric: 'settings' }, QUICK),
        elasticsearch.cluster.getSettings({ include_defaults: true, flat_settings: true }, QUICK),
      ]);
      const { defaults = {}, persistent, transient } = settings;
      const { [AWARENESS]: used }: Readonly<Record<string, unknown>> = { ...defaults, ...persistent, ...transient };
      const attributes = Object.values(nodes).map((node) => node.attributes ?? {});
      return unusedAttributes(attributes, namesIn(used)).map((name) => ({
        text: `the nodes differ in the attribute ${name}, which the allocation of copies does not use`,
        fix: awarenessCommand([...namesIn(used), name]),
      }));
    },
  },
  {
    name: 'elasticsearch.shards',
    level: 'warning',
    needs: ['elasticsearch'],
    meaning: 'When the limit is reached, no index can be created: new slices and rebuilds fail.',
    fix: 'more data nodes, or SAGASU_SHARE_INDEX_BELOW and sagasu reindex --all; docs/CONFIG.md',
    async run({ elasticsearch }) {
      const [health, settings] = await Promise.all([
        elasticsearch.cluster.health({}, QUICK),
        elasticsearch.cluster.getSettings({ include_defaults: true, flat_settings: true }, QUICK),
      ]);
      const { defaults = {}, persistent, transient } = settings;
      const all: Readonly<Record<string, unknown>> = { ...defaults, ...persistent, ...transient };
      const most = Number(all['cluster.max_shards_per_node']) * health.number_of_data_nodes;
      const shards = health.active_shards + health.unassigned_shards;
      return faultIf(shards > CROWDED * most, `the cluster has ${shards} of at most ${most} shards`);
    },
  },
];

const CROWDED = 0.9;
