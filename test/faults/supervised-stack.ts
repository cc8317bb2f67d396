/** The stores as `npm run stack` runs them, each of which is restarted when it is killed. */
import { readFileSync } from 'node:fs';
import { readConfig, type StoreUrls } from '../../platform/config.ts';
import { TRANSPORT_OFFSET } from '../../dev-stores/elasticsearch.ts';
import { layout, recordFile } from '../../dev-stores/layout.ts';
import { startStack } from '../../dev-stores/start.ts';
import { eventually } from '../support/archive.ts';
import { lastingPort } from '../support/ports.ts';
import { prepareTemplate } from '../support/template.ts';

const RESTART_LIMIT_MS = 300_000;

/** The stores that may be killed: the names of the records in the run folder, with the titles in printed lines. */
export const SUPERVISED = {
  postgres: 'PostgreSQL',
  redis: 'Redis',
  'elasticsearch-1': 'Elasticsearch node 1',
  'elasticsearch-2': 'Elasticsearch node 2',
  'elasticsearch-3': 'Elasticsearch node 3',
} as const;
export type SupervisedName = keyof typeof SUPERVISED;

export interface SupervisedStack extends StoreUrls {
  /** Sends SIGKILL to the process that the record names, and to nothing else; resolves when the store answers again. Returns the seconds. */
  crash(name: SupervisedName): Promise<number>;
  stop(): Promise<void>;
}

export async function startSupervisedStack(data: string, say: (line: string) => void): Promise<SupervisedStack> {
  const config = readConfig({
    SAGASU_DATA: data,
    SAGASU_POSTGRES_PORT: String(await lastingPort([])),
    SAGASU_REDIS_PORT: String(await lastingPort([])),
    SAGASU_ELASTICSEARCH_NODES: '3',
    SAGASU_ELASTICSEARCH_HEAP_MB: '512',
    SAGASU_ELASTICSEARCH_PORT: String(await lastingPort([0, 1, 2].flatMap((node) => [node, node + TRANSPORT_OFFSET]))),
  });
  const lines: string[] = [];
  const onProgress = (line: string) => {
    lines.push(line);
    say(line);
  };
  const stack = await startStack(config, { onProgress, fresh: true });
  await prepareTemplate(stack.databaseUrl);
  return {
    databaseUrl: stack.databaseUrl,
    redisUrl: stack.redisUrl,
    elasticsearchUrls: stack.elasticsearchUrls,
    async crash(name) {
      const { pid } = JSON.parse(readFileSync(recordFile(layout(config.dataDir), name), 'utf8')) as { pid: number };
      const from = lines.length;
      const began = performance.now();
      process.kill(pid, 'SIGKILL');
      const back = `${SUPERVISED[name]} runs again`;
      await eventually(back, async () => lines.slice(from).some((line) => line.startsWith(back)), RESTART_LIMIT_MS);
      return (performance.now() - began) / 1000;
    },
    stop: async () => stack.stop(),
  };
}
