/** Elasticsearch answers searches. One node on the loopback address. */
import { chmod, cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownedFolder } from './accounts.ts';
import { elasticsearchHome } from './elasticsearch-distribution.ts';
import type { Jdk } from './java.ts';
import { recordFile } from './layout.ts';
import { ELASTICSEARCH_SETTINGS } from './settings.ts';
import { type StartContext, type StartedStore, storeEnvironment } from './start-context.ts';
import { startStore } from './store-process.ts';

const START_LIMIT_MS = 300_000;
/** The node's transport port is this much above its HTTP port. */
export const TRANSPORT_OFFSET = 100;

export async function startElasticsearch(context: StartContext, jdk: Jdk): Promise<StartedStore> {
  const { places, account, config } = context;
  const home = await elasticsearchHome(context, jdk);
  const logs = join(places.logs, 'elasticsearch');
  const configFolder = join(places.elasticsearch, 'config');
  const inside = ['config', 'data', 'tmp'].map((name) => join(places.elasticsearch, name));
  for (const folder of [places.elasticsearch, ...inside, logs]) await ownedFolder(folder, account, context.env);
  for (const name of ['jvm.options', 'log4j2.properties'])
    await cp(join(home, 'config', name), join(configFolder, name));
  await writeFile(join(configFolder, 'elasticsearch.yml'), settingsFile(context, logs));
  await chmod(places.elasticsearch, 0o700);
  const url = `http://127.0.0.1:${config.elasticsearchPort}`;
  context.onProgress(`Elasticsearch: starting on port ${config.elasticsearchPort} (about 15 s)`);
  const store = await startStore(
    {
      title: 'Elasticsearch',
      command: join(home, 'bin/elasticsearch'),
      // Quiet: the log is in its own files; what comes here is what went wrong before there was one.
      args: ['--quiet'],
      env: storeEnvironment(context, {
        ES_JAVA_HOME: jdk.home,
        ES_PATH_CONF: configFolder,
        ES_TMPDIR: join(places.elasticsearch, 'tmp'),
        ES_JAVA_OPTS: `-Xms${config.elasticsearchHeapMb}m -Xmx${config.elasticsearchHeapMb}m`,
        // The launcher stays beside the server: it needs little.
        CLI_JAVA_OPTS: '-Xmx64m',
      }),
      cwd: places.elasticsearch,
      account,
      logFile: join(places.logs, 'elasticsearch.log'),
      recordFile: recordFile(places, 'elasticsearch'),
      stopSignal: 'SIGTERM',
      onEnd: context.onProgress,
    },
    { answers: async () => isReady(url), limitMs: START_LIMIT_MS, signal: context.signal },
  );
  return { url, process: store };
}

function settingsFile(context: StartContext, logs: string): string {
  const { config, places } = context;
  const own = {
    'network.host': '127.0.0.1',
    'http.port': String(config.elasticsearchPort),
    'transport.port': String(config.elasticsearchPort + TRANSPORT_OFFSET),
    'path.data': join(places.elasticsearch, 'data'),
    'path.logs': logs,
  };
  return Object.entries({ ...own, ...ELASTICSEARCH_SETTINGS })
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join('');
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/_cluster/health?wait_for_status=yellow&timeout=2s`, {
    signal: AbortSignal.timeout(10_000),
  });
  await answer.body?.cancel();
  return answer.ok;
}
