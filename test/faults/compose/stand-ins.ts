/** Images under the names of the stock images, built from packages of Debian, npm and Maven. */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { readConfig } from '../../../platform/config.ts';
import { elasticsearchHome } from '../../../dev-stores/elasticsearch-distribution.ts';
import { findJdk } from '../../../dev-stores/java.ts';
import { layout } from '../../../dev-stores/layout.ts';
import { runTool } from '../../../dev-stores/tool.ts';
import { insideOrThrow } from './engine.ts';

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
const SOURCES = fileURLToPath(new URL('./images', import.meta.url));
const BASE = 'sagasu-check-debian';
/** The image with Node 26 has npm 11 too. */
const NPM = 'npm@11';
const BUILD_LIMIT_MS = 20 * 60_000;

type StandIn = 'node' | 'postgres' | 'redis' | 'elasticsearch';

/** The names that the project's own files use. */
export async function stockNames(): Promise<Readonly<Record<StandIn, string>>> {
  const { services } = parse(await readFile(join(REPOSITORY, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
    services: Record<string, { image: string }>;
  };
  const node = /^FROM (\S+)/m.exec(await readFile(join(REPOSITORY, 'Dockerfile'), 'utf8'))?.[1];
  const nameOf = (service: string) => services[service]?.image ?? '';
  return {
    node: node ?? '',
    postgres: nameOf('postgres'),
    redis: nameOf('redis'),
    elasticsearch: nameOf('elasticsearch'),
  };
}

/** Builds all of them; unchanged images come from the engine's cache. `root` is the engine's root file system. */
export async function buildStandIns(
  pid: number,
  { root, debian }: { root: string; debian: string },
  say: (line: string) => void,
): Promise<void> {
  const contexts = join(root, 'contexts');
  await rm(contexts, { recursive: true, force: true });
  await cp(SOURCES, contexts, { recursive: true });
  const exists = await insideOrThrow(pid, ['docker', 'images', '--quiet', BASE]);
  if (exists.trim() === '') {
    await cp(debian, join(contexts, 'debian.tar'));
    await insideOrThrow(pid, ['docker', 'import', '/contexts/debian.tar', BASE], { timeoutMs: BUILD_LIMIT_MS });
  }
  await addElasticsearch(join(contexts, 'elasticsearch'), say);
  await addNode(join(contexts, 'node'), root);
  for (const [folder, name] of Object.entries(await stockNames())) {
    say(`building the stand-in for ${name}`);
    await insideOrThrow(pid, ['docker', 'build', '--quiet', '--tag', name, `/contexts/${folder}`], {
      timeoutMs: BUILD_LIMIT_MS,
    });
  }
}

async function addElasticsearch(context: string, say: (line: string) => void): Promise<void> {
  // oxlint-disable-next-line node/no-process-env -- PATH and JAVA_HOME are the machine's
  const env = process.env;
  const config = readConfig({});
  const start = {
    config,
    places: layout(config.dataDir),
    env,
    account: null,
    onProgress: say,
    onGivenUp: say,
    signal: undefined,
  };
  const home = await elasticsearchHome(start, findJdk(env));
  await cp(home, join(context, 'home'), { recursive: true, verbatimSymlinks: true });
}

async function addNode(context: string, root: string): Promise<void> {
  // oxlint-disable-next-line node/no-process-env -- npm's settings for reaching its registry
  const env = process.env;
  await cp(process.execPath, join(context, 'node'), { dereference: true });
  const kept = join(root, 'npm');
  await mkdir(kept, { recursive: true });
  await runTool('npm', ['install', '--prefix', kept, '--no-package-lock', NPM], { env, timeoutMs: BUILD_LIMIT_MS });
  await cp(join(kept, 'node_modules/npm'), join(context, 'npm'), { recursive: true, verbatimSymlinks: true });
  const certificates = env['NODE_EXTRA_CA_CERTS'];
  const text = certificates === undefined ? '' : await readFile(certificates, 'utf8');
  await writeFile(join(context, 'certificates.pem'), text);
}
