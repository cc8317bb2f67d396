/**
 * Elasticsearch from Maven's repository: the real server without its bundled modules. A plugin of our own replaces the analysis module
 * that the texts of posts need.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { toError } from '../platform/errors.ts';
import { cached, isCached } from './cache.ts';
import type { Environment } from '../platform/config.ts';
import type { Jdk } from './java.ts';
import { PrerequisiteError, StartCancelledError } from './problems.ts';
import { ELASTICSEARCH_VERSION, JAVA_MIN_MAJOR } from './settings.ts';
import type { StartContext } from './start-context.ts';
import { findProgram, runTool, SETUP_LIMIT_MS } from './tool.ts';

const PLUGIN_SOURCE = fileURLToPath(new URL('./elasticsearch-plugin', import.meta.url));
const ARTIFACT = `org.elasticsearch.distribution.integ-test-zip:elasticsearch:${ELASTICSEARCH_VERSION}:zip`;
const UNPACK = 'org.apache.maven.plugins:maven-dependency-plugin:2.8:unpack';
const DOWNLOAD_LIMIT_MS = 30 * 60_000;
const PROGRESS_EVERY_MS = 3_000;

/** Name of the folder in the cache: another version or another plugin source is another folder. */
export function distributionName(): string {
  return `elasticsearch-${ELASTICSEARCH_VERSION}-${sourceHash(readSources(PLUGIN_SOURCE))}`;
}

/** A hash of paths and contents that does not depend on their order. */
export function sourceHash(sources: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256');
  for (const [path, text] of [...sources].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${path}\0${text.length}\0${text}\0`);
  }
  return hash.digest('hex').slice(0, 12);
}

function readSources(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((file) => {
      const path = join(file.parentPath, file.name);
      return [path.slice(folder.length + 1), readFileSync(path, 'utf8')];
    }),
  );
}

export const NO_MAVEN =
  'Elasticsearch is downloaded through Maven and there is no `mvn` on the PATH: install it (Debian: `apt-get install maven`, macOS: `brew install maven`), or set ELASTICSEARCH_URL to a running Elasticsearch.';

/** The problem as a sentence; null when the distribution is cached or can be downloaded. */
export function distributionProblem(env: Environment): string | null {
  return isCached(distributionName()) || findProgram(env, 'mvn') !== null ? null : NO_MAVEN;
}

/** Downloads and unpacks Elasticsearch and installs the plugin, the first time. Returns the folder of the distribution. */
export async function elasticsearchHome(context: StartContext, jdk: Jdk): Promise<string> {
  return cached(context, distributionName(), async (folder) => {
    await unpack(context, folder);
    await installPlugin(context, folder, jdk);
  });
}

async function unpack(context: StartContext, folder: string): Promise<void> {
  const mvn = findProgram(context.env, 'mvn');
  if (mvn === null) throw new PrerequisiteError(NO_MAVEN);
  context.onProgress(`Elasticsearch ${ELASTICSEARCH_VERSION}: downloading it through Maven (99 MB, once)`);
  // Not --batch-mode: the progress of the download is only printed without it. There is no pom to read in `folder`.
  const args = [UNPACK, `-Dartifact=${ARTIFACT}`, `-DoutputDirectory=${folder}`, '-Dstyle.color=never'];
  try {
    await runTool(mvn, args, {
      env: context.env,
      cwd: folder,
      timeoutMs: DOWNLOAD_LIMIT_MS,
      signal: context.signal,
      onOutput: downloadProgress(context.onProgress),
    });
  } catch (cause) {
    if (cause instanceof StartCancelledError) throw cause;
    throw new PrerequisiteError(
      `Elasticsearch could not be downloaded through Maven: make sure that \`mvn\` reaches its repository (proxies and mirrors are configured in ~/.m2/settings.xml), or set ELASTICSEARCH_URL to a running Elasticsearch. ${toError(cause).message}`,
      { cause },
    );
  }
  await rm(join(folder, 'target'), { recursive: true, force: true });
  // The archive contains a folder named after the version: move its contents one level up.
  const inner = join(folder, `elasticsearch-${ELASTICSEARCH_VERSION}`);
  for (const name of await readdir(inner)) await rename(join(inner, name), join(folder, name));
  await rm(inner, { recursive: true });
  await runTool('chmod', ['-R', 'a+x', join(folder, 'bin')], { env: context.env, timeoutMs: 10_000 });
}

/** Extracts "Progress (1): 12/99 MB" from Maven's output and reports it every few seconds. */
function downloadProgress(onProgress: (line: string) => void): (chunk: string) => void {
  let last = Date.now();
  return (chunk) => {
    const shown = /Progress \(\d+\): ([\d.]+\/[\d.]+ MB)/.exec(chunk)?.[1];
    if (shown === undefined || Date.now() - last < PROGRESS_EVERY_MS) return;
    last = Date.now();
    onProgress(`Elasticsearch ${ELASTICSEARCH_VERSION}: ${shown}`);
  };
}

async function installPlugin(context: StartContext, home: string, jdk: Jdk): Promise<void> {
  context.onProgress('Elasticsearch: building the analysis plugin');
  const work = join(home, '.plugin');
  const [classes, bundle, zip] = [join(work, 'classes'), join(work, 'bundle'), join(work, 'sagasu-analysis.zip')];
  await mkdir(classes, { recursive: true });
  await mkdir(bundle);
  const options = { env: context.env, cwd: work, timeoutMs: SETUP_LIMIT_MS, signal: context.signal };
  const sources = [...readSources(PLUGIN_SOURCE).keys()].filter((path) => path.endsWith('.java'));
  const target = ['--release', String(JAVA_MIN_MAJOR), '-encoding', 'UTF-8', '-cp', join(home, 'lib/*'), '-d', classes];
  const files = sources.map((path) => join(PLUGIN_SOURCE, path));
  await runTool(join(jdk.home, 'bin/javac'), [...target, ...files], options);
  const jar = join(jdk.home, 'bin/jar');
  await runTool(jar, ['--create', '--file', join(bundle, 'sagasu-analysis.jar'), '-C', classes, '.'], options);
  const descriptor = await readFile(join(PLUGIN_SOURCE, 'stable-plugin-descriptor.properties'), 'utf8');
  await writeFile(
    join(bundle, 'stable-plugin-descriptor.properties'),
    descriptor.replaceAll('${version}', ELASTICSEARCH_VERSION),
  );
  await runTool(jar, ['--create', '--no-manifest', '--file', zip, '-C', bundle, '.'], options);
  await runTool(join(home, 'bin/elasticsearch-plugin'), ['install', '--batch', pathToFileURL(zip).href], {
    ...options,
    env: { ...context.env, ES_JAVA_HOME: jdk.home, CLI_JAVA_OPTS: '-Xmx512m' },
  });
  await rm(work, { recursive: true });
}
