import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { readConfig, type Config } from '../platform/config.ts';
import { createElasticsearch } from '../platform/elasticsearch.ts';
import { AppError, toError } from '../platform/errors.ts';
import { migrate } from '../platform/migrate.ts';
import { assertPortFree, sharedPorts } from '../platform/ports.ts';
import { createPostgresPool } from '../platform/postgres.ts';
import { loginUrl, PROCESS_NAMES, setRolePasswords, type ProcessName, type RolePasswords } from '../platform/roles.ts';
import { ineffectiveSettings, metNeeds } from '../platform/setting-needs.ts';
import { SETTINGS } from '../platform/settings.ts';
import { upsertBoard } from '../store/boards/boards.ts';
import { readBoardsFile } from './boards-file.ts';
import { readOrCreateSecret } from '../dev-stores/secret-file.ts';
import { layout } from '../dev-stores/layout.ts';
import { limitLogs } from '../dev-stores/limit-logs.ts';
import { portsOf } from '../dev-stores/preflight.ts';
import { GivenUpError } from '../dev-stores/problems.ts';
import { missingStores, startStack } from '../dev-stores/start.ts';
import { givenPasswords } from './database-address.ts';
import { runningFile } from './running-file.ts';
import { runChild, type Child } from './start/children.ts';
import { findFreePorts, prepareDataFolder, waitForHttp } from './start/prepare.ts';
import { createOutput, showProgress, type Output } from './start/progress.ts';
import { buildWebIfStale } from './start/web-build.ts';

interface StartOptions {
  readonly fresh: boolean;
  readonly demo: boolean;
}

const READY_LIMIT_MS = 60_000;

export function startCommand(): Command {
  return new Command('start')
    .description('Start everything: stores that are not configured, the demo source, scraper, indexer and server')
    .option('--fresh', 'delete everything that was stored in the data folder before', false)
    .option('--no-demo', 'start without the demo source and archive only the boards that were added')
    .action(async (options: StartOptions) => {
      const output = createOutput(process.stdout);
      const closing: (() => Promise<void>)[] = [];
      const stop = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
      let givenUp: GivenUpError | null = null;
      const onGivenUp = (reason: string) => {
        if (!stop.signal.aborted) givenUp = new GivenUpError(reason);
        stop.abort();
      };
      try {
        await start(readConfig(), options, { output, closing, signal: stop.signal, onGivenUp });
        if (!stop.signal.aborted) await once(stop.signal, 'abort');
      } catch (error) {
        // An interrupted step may fail because of the interruption.
        if (!stop.signal.aborted) throw error;
      } finally {
        if (stop.signal.aborted) output.print('stopping');
        // Stops in reverse order: a part that was started last uses those that were started first.
        for (const close of closing.toReversed()) {
          await close().catch((error: unknown) => output.print(`while stopping: ${toError(error).message}`));
        }
      }
      // The failure code makes a service manager start everything again.
      if (givenUp !== null) throw givenUp as GivenUpError;
    });
}

interface Run {
  readonly output: Output;
  /**
   * Receives the things that each step must close, so that everything that was started is stopped when a later step fails or a signal
   * arrives.
   */
  readonly closing: (() => Promise<void>)[];
  readonly signal: AbortSignal;
  /** A store or a process has failed too often and is not started again. */
  readonly onGivenUp: (reason: string) => void;
}

/** Starts everything in order. */
async function start(config: Config, options: StartOptions, run: Run): Promise<void> {
  const { output, closing, signal, onGivenUp } = run;
  for (const area of ['stores', 'processes'] as const) {
    for (const sentence of ineffectiveSettings(config, area)) output.print(sentence);
  }
  await checkPorts(config, options);
  const { dir, logDir } = prepareDataFolder(config.dataDir, options.fresh);
  void limitLogs(logDir, signal);
  await buildWebIfStale((line) => output.print(line));

  const stack = await startStack(config, {
    onProgress: (line) => output.print(line),
    onGivenUp,
    signal,
    fresh: options.fresh,
  });
  closing.push(() => stack.stop());
  const passwords = { ...(await keptPasswords(join(dir, 'roles'))), ...givenPasswords(config) };
  writeFileSync(
    runningFile(config),
    JSON.stringify({
      databaseUrl: stack.databaseUrl,
      importerPassword: passwords.importer,
      elasticsearchUrls: stack.elasticsearchUrls,
      redisUrl: stack.redisUrl,
      met: metNeeds(config),
    }),
    { mode: 0o600 },
  );
  closing.push(async () => rmSync(runningFile(config), { force: true }));

  signal.throwIfAborted();
  const applied = await migrate(stack.databaseUrl);
  if (applied.length > 0) output.print(`database: applied ${applied.join(', ')}`);
  await setRolePasswords(stack.databaseUrl, passwords);

  const demoOrigin = `http://127.0.0.1:${config.demoPort}`;
  const env = {
    ...inheritedEnvironment(),
    SAGASU_DATA: dir,
    REDIS_URL: stack.redisUrl,
    ELASTICSEARCH_URL: stack.elasticsearchUrls.join(','),
    // The key that signs cursors. It is kept, so that links survive a restart.
    SAGASU_SECRET: config.secret ?? (await readOrCreateSecret(join(dir, 'secret'), null)),
    ...(options.demo && { SAGASU_SCRAPER_OWN_ORIGIN: demoOrigin }),
  };
  const launch = (
    name: Exclude<ProcessName, 'importer'> | 'demo',
    more: Readonly<Record<string, string>> = {},
  ): Child => {
    const databaseUrl = name === 'demo' ? undefined : loginUrl(stack.databaseUrl, name, passwords[name]);
    const child = runChild(
      { name, main: `${name}/main.ts`, env: { ...env, DATABASE_URL: databaseUrl, ...more } },
      { logDir, print: (line) => output.print(line), onGivenUp },
    );
    closing.push(() => child.stop());
    return child;
  };

  const pool = createPostgresPool({ url: stack.databaseUrl, maxConnections: 2 });
  closing.push(() => pool.end());
  const elasticsearch = createElasticsearch(stack.elasticsearchUrls);
  closing.push(() => elasticsearch.close());

  if (config.boardsFile !== null) for (const board of readBoardsFile(config.boardsFile)) await upsertBoard(pool, board);
  if (options.demo) {
    output.print(
      config.capturesDir === null ? 'demo source: generated boards' : `demo source: captures in ${config.capturesDir}`,
    );
    launch('demo');
    await waitForHttp(`${demoOrigin}/boards.json`, READY_LIMIT_MS, signal);
    for (const board of await demoBoards(demoOrigin)) {
      await upsertBoard(pool, { ...board, source: '4chan', url: demoOrigin, mediaUrl: demoOrigin });
    }
  }
  signal.throwIfAborted();
  // The indexer and the scraper share a machine: the indexer takes the next port.
  const metricsPort = config.metricsPort === 0 ? await findFreePorts() : config.metricsPort;
  const metricsPorts = [metricsPort, metricsPort + 1];
  launch('indexer', { SAGASU_METRICS_PORT: String(metricsPort + 1) });
  launch('scraper', { SAGASU_METRICS_PORT: String(metricsPort) });
  launch('server', { SAGASU_METRICS_SOURCES: metricsPorts.map((port) => `http://127.0.0.1:${port}/metrics`).join() });
  await waitForHttp(`http://127.0.0.1:${config.port}/readyz`, READY_LIMIT_MS, signal);
  output.print(`Sagasu is ready at http://localhost:${config.port}/ (Ctrl-C stops everything)`);

  const showing = showProgress({ pool, elasticsearch, indexPrefix: config.indexPrefix }, output, signal);
  closing.push(() => showing);
}

/** @throws PortTakenError; AppError when two settings name the same port. */
async function checkPorts(config: Config, { demo }: StartOptions): Promise<void> {
  const { port, demoPort, metricsPort } = SETTINGS;
  const server = { port: config.port, title: 'the server', setting: port.name };
  const source = { port: config.demoPort, title: 'the demo source', setting: demoPort.name };
  const metrics = [config.metricsPort, config.metricsPort + 1].map((number) => ({
    port: number,
    title: 'the metrics of the scraper and the indexer',
    setting: metricsPort.name,
  }));
  const own = [server, ...(demo ? [source] : []), ...(config.metricsPort === 0 ? [] : metrics)];
  const [shared] = sharedPorts([...portsOf({ config, places: layout(config.dataDir) }, missingStores(config)), ...own]);
  if (shared !== undefined) throw new AppError('ports_shared', shared);
  for (const use of own) await assertPortFree(use, use === server ? config.host : undefined);
}

/** The passwords of the processes' roles in PostgreSQL, one file each. */
async function keptPasswords(folder: string): Promise<RolePasswords> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const secrets = PROCESS_NAMES.map(async (name) => [name, await readOrCreateSecret(join(folder, name), null)]);
  return Object.fromEntries(await Promise.all(secrets)) as RolePasswords;
}

interface DemoBoard {
  readonly name: string;
  readonly title: string;
  readonly worksafe: boolean;
}

async function demoBoards(origin: string): Promise<DemoBoard[]> {
  const answer = await fetch(`${origin}/boards.json`, { signal: AbortSignal.timeout(5_000) });
  const body = (await answer.json()) as { boards?: { board?: unknown; title?: unknown; ws_board?: unknown }[] };
  if (!Array.isArray(body.boards)) throw new AppError('demo_broken', 'the demo source has no list of boards');
  return body.boards.map((board) => ({
    name: String(board.board),
    title: String(board.title ?? board.board),
    worksafe: board.ws_board === 1,
  }));
}

/**
 * The environment of the processes: the same settings, without the files of secrets, which were already read, and without the logins of
 * other processes.
 */
function inheritedEnvironment(): Record<string, string | undefined> {
  const {
    DATABASE_URL_FILE: _database,
    REDIS_URL_FILE: _redis,
    ELASTICSEARCH_URL_FILE: _elasticsearch,
    SAGASU_SECRET_FILE: _secret,
    SAGASU_SCRAPER_DATABASE_PASSWORD: _scraper,
    SAGASU_SCRAPER_DATABASE_PASSWORD_FILE: _scraperFile,
    SAGASU_INDEXER_DATABASE_PASSWORD: _indexer,
    SAGASU_INDEXER_DATABASE_PASSWORD_FILE: _indexerFile,
    SAGASU_SERVER_DATABASE_PASSWORD: _server,
    SAGASU_SERVER_DATABASE_PASSWORD_FILE: _serverFile,
    SAGASU_IMPORTER_DATABASE_PASSWORD: _importer,
    SAGASU_IMPORTER_DATABASE_PASSWORD_FILE: _importerFile,
    ...rest
    // oxlint-disable-next-line node/no-process-env -- passed on whole, not read as a setting
  } = process.env;
  return rest;
}
