import { TRANSPORT_OFFSET } from '../../dev-stores/elasticsearch.ts';
import { startStack, type Stack } from '../../dev-stores/start.ts';
import { readConfig } from '../../platform/config.ts';
import { lastingPort } from './ports.ts';

export interface ClusterOptions {
  readonly nodes: number;
  readonly data: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly say: (line: string) => void;
}

/** Starts nodes of Elasticsearch beside stores that run already. They end with this process at the latest. */
export async function startCluster({ nodes, data, databaseUrl, redisUrl, say }: ClusterOptions): Promise<Stack> {
  const numbers = Array.from({ length: nodes }, (_, number) => number);
  const config = readConfig({
    SAGASU_DATA: data,
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    SAGASU_ELASTICSEARCH_NODES: String(nodes),
    SAGASU_ELASTICSEARCH_HEAP_MB: '512',
    SAGASU_ELASTICSEARCH_PORT: String(await lastingPort(numbers.flatMap((node) => [node, node + TRANSPORT_OFFSET]))),
  });
  return startStack(config, { onProgress: say, fresh: true });
}
