/** One node of Elasticsearch: its folder, its settings, its process. */
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PortUse } from '../platform/ports.ts';
import { createOwnedFolder } from './accounts.ts';
import { ELASTICSEARCH_USER, SECURITY_SETTINGS, type NodeSecurity } from './elasticsearch-security.ts';
import type { Jdk } from './java.ts';
import { storePort } from './ports.ts';
import { writeSecret } from './secret-file.ts';
import { CLUSTER_NAME } from './settings.ts';
import { type StartContext, storeEnvironment } from './start-context.ts';
import { startStore, type StoreProcess } from './store-process.ts';
import { superviseStore, type Launch } from './supervised-store.ts';

const START_LIMIT_MS = 300_000;

export interface NodePlan {
  /** Name of the node in messages. */
  readonly title: string;
  readonly name: string;
  readonly httpPort: number;
  readonly transportPort: number;
  readonly folder: string;
  readonly logFolder: string;
  readonly logFile: string;
  readonly recordFile: string;
  /** Settings of the node other than ports and paths. */
  readonly settings: Readonly<Record<string, string | readonly string[]>>;
}

/** A running node. Tests kill and restart it. */
export interface StackNode {
  readonly name: string;
  readonly url: string;
  /** The current launcher, which leads the process group of the server. */
  readonly pid: number;
  /** Sends SIGKILL to launcher and server; resolves when both have ended. */
  kill(): Promise<void>;
  /** Starts the node again with its data; resolves when it has joined the cluster. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startNode(
  context: StartContext,
  home: string,
  jdk: Jdk,
  plan: NodePlan,
  security: NodeSecurity,
): Promise<StackNode> {
  const { account, env } = context;
  const inside = ['config', 'data', 'tmp'].map((name) => join(plan.folder, name));
  for (const folder of [plan.folder, ...inside, plan.logFolder]) await createOwnedFolder(folder, account, env);
  for (const name of ['jvm.options', 'log4j2.properties']) {
    await cp(join(home, 'config', name), join(plan.folder, 'config', name));
  }
  await writeFile(join(plan.folder, 'config/elasticsearch.yml'), settingsFile(plan));
  for (const [name, text] of Object.entries(security.files)) {
    await writeSecret(join(plan.folder, 'config', name), text, account);
  }
  const store = await superviseStore(context, {
    title: plan.title,
    logFile: plan.logFile,
    launch: async (how) => launch(context, home, jdk, plan, security, how),
  });
  return {
    name: plan.name,
    url: urlOf(plan, security.password),
    get pid() {
      return store.pid;
    },
    kill: async () => store.kill(),
    restart: async () => store.restart(),
    stop: async () => store.stop(),
  };
}

async function launch(
  context: StartContext,
  home: string,
  jdk: Jdk,
  plan: NodePlan,
  { password }: NodeSecurity,
  { signal, isRestart, onEnd }: Launch,
): Promise<StoreProcess> {
  const heap = context.config.elasticsearchHeapMb;
  return startStore(
    {
      title: plan.title,
      command: join(home, 'bin/elasticsearch'),
      // Elasticsearch logs to files of its own; with --quiet the output holds only errors from before the log is open.
      args: ['--quiet'],
      env: storeEnvironment(context, {
        ES_JAVA_HOME: jdk.home,
        ES_PATH_CONF: join(plan.folder, 'config'),
        ES_TMPDIR: join(plan.folder, 'tmp'),
        ES_JAVA_OPTS: `-Xms${heap}m -Xmx${heap}m ${context.env['ES_JAVA_OPTS'] ?? ''}`,
        // The launcher keeps running beside the server and needs little memory.
        CLI_JAVA_OPTS: '-Xmx64m',
      }),
      cwd: plan.folder,
      account: context.account,
      logFile: plan.logFile,
      ownLogFile: join(plan.logFolder, `${CLUSTER_NAME}.log`),
      otherFolders: [plan.logFolder],
      ports: portsOfNode(plan),
      recordFile: plan.recordFile,
      stopSignal: 'SIGTERM',
      onEnd,
    },
    { answers: async () => isReady(plan, password, isRestart), limitMs: START_LIMIT_MS, signal },
  );
}

function urlOf({ httpPort }: NodePlan, password: string): string {
  return `http://${ELASTICSEARCH_USER}:${password}@127.0.0.1:${httpPort}`;
}

function settingsFile(plan: NodePlan): string {
  const own = {
    ...SECURITY_SETTINGS,
    'node.name': plan.name,
    'network.host': '127.0.0.1',
    'http.port': String(plan.httpPort),
    'transport.port': String(plan.transportPort),
    'path.data': join(plan.folder, 'data'),
    'path.logs': plan.logFolder,
  };
  return Object.entries({ ...plan.settings, ...own })
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join('');
}

/**
 * Either request succeeds only on a node that has a master, that is, has joined its cluster. A node that is restarted does not wait for
 * the copies on other nodes, which may be restarting as well.
 */
async function isReady({ httpPort }: NodePlan, password: string, isRestart: boolean): Promise<boolean> {
  const credentials = Buffer.from(`${ELASTICSEARCH_USER}:${password}`).toString('base64');
  const query = isRestart ? 'timeout=2s' : 'wait_for_status=yellow&timeout=2s';
  const answer = await fetch(`http://127.0.0.1:${httpPort}/_cluster/health?${query}`, {
    headers: { authorization: `Basic ${credentials}` },
    signal: AbortSignal.timeout(10_000),
  });
  await answer.body?.cancel();
  return answer.ok;
}

export function portsOfNode({ httpPort, transportPort }: Pick<NodePlan, 'httpPort' | 'transportPort'>): PortUse[] {
  return [storePort('elasticsearch', httpPort), storePort('elasticsearch', transportPort)];
}
