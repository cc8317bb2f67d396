import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { readConfig, type Config } from '../platform/config.ts';
import { createElasticsearch } from '../platform/elasticsearch.ts';
import { AppError, toError } from '../platform/errors.ts';
import { migrate } from '../platform/migrate.ts';
import { createPostgresPool } from '../platform/postgres.ts';
import { loginUrl, PROCESS_NAMES, setRolePasswords, type ProcessName, type RolePasswords } from '../platform/roles.ts';
import { upsertBoard } from '../store/boards/boards.ts';
import { readBoardsFile } from './boards-file.ts';
import { readOrCreateSecret } from '../stack/secret-file.ts';
import { startStack } from '../stack/start.ts';
import { givenPasswords, runningFile } from './stores.ts';
import { runChild, type Child } from './start/children.ts';
import { assertPortFree, findFreePorts, prepareDataFolder, waitForHttp } from './start/prepare.ts';
import { createOutput, formatProgress, readProgress, type Output } from './start/progress.ts';
import { buildWebIfStale } from './start/web-build.ts';

interface StartOptions {
  readonly fresh: boolean;
  readonly demo: boolean;
}

const PROGRESS_INTERVAL_MS = 1_000;
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
      try {
        await start(readConfig(), options, output, closing, stop.signal);
        if (!stop.signal.aborted) await once(stop.signal, 'abort');
        output.print('stopping');
      } catch (error) {
        // A step that the signal interrupted may fail because of it.
        if (!stop.signal.aborted) throw error;
      } finally {
        // In reverse order: what was started last uses what was started first.
        for (const close of closing.toReversed()) {
          await close().catch((error: unknown) => output.print(`while stopping: ${toError(error).message}`));
        }
      }
    });
}

/**
 * Starts everything in order. Pushes to `closing` after each step, so that everything that was started is stopped when a
 * later step fails or a signal arrives.
 */
async function start(
  config: Config,
  options: StartOptions,
  output: Output,
  closing: (() => Promise<void>)[],
  signal: AbortSignal,
): Promise<void> {
  await assertPortFree(config.port, 'SAGASU_PORT');
  if (options.demo) await assertPortFree(config.demoPort, 'SAGASU_DEMO_PORT');
  const { dir, logDir } = prepareDataFolder(config.dataDir, options.fresh);
  await buildWebIfStale((line) => output.print(line));

  const stack = await startStack(config, {
    onProgress: (line) => output.print(line),
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
    // Signs cursors: kept, so that links survive a restart.
    SAGASU_SECRET: config.secret ?? (await readOrCreateSecret(join(dir, 'secret'), null)),
    ...(options.demo && { SAGASU_SCRAPER_OWN_ORIGIN: demoOrigin }),
  };
  const run = (name: Exclude<ProcessName, 'importer'> | 'demo', more: Readonly<Record<string, string>> = {}): Child => {
    const databaseUrl = name === 'demo' ? undefined : loginUrl(stack.databaseUrl, name, passwords[name]);
    const child = runChild(
      { name, main: `${name}/main.ts`, env: { ...env, DATABASE_URL: databaseUrl, ...more } },
      { logDir, print: (line) => output.print(line), onGivenUp: () => process.kill(process.pid, 'SIGTERM') },
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
    run('demo');
    await waitForHttp(`${demoOrigin}/boards.json`, READY_LIMIT_MS);
    for (const board of await demoBoards(demoOrigin)) {
      await upsertBoard(pool, { ...board, source: '4chan', url: demoOrigin, mediaUrl: demoOrigin });
    }
  }
  signal.throwIfAborted();
  // The indexer and the scraper share a machine: the indexer takes the next port.
  const metricsPort = config.metricsPort === 0 ? await findFreePorts() : config.metricsPort;
  const metricsPorts = [metricsPort, metricsPort + 1];
  run('indexer', { SAGASU_METRICS_PORT: String(metricsPort + 1) });
  run('scraper', { SAGASU_METRICS_PORT: String(metricsPort) });
  run('server', { SAGASU_METRICS_SOURCES: metricsPorts.map((port) => `http://127.0.0.1:${port}/metrics`).join() });
  await waitForHttp(`http://127.0.0.1:${config.port}/readyz`, READY_LIMIT_MS);
  output.print(`Sagasu is ready at http://localhost:${config.port}/ (Ctrl-C stops everything)`);

  const timer = setInterval(() => {
    readProgress(pool, elasticsearch, config.indexPrefix).then(
      (progress) => output.update(formatProgress(progress)),
      // The stores may be away for a moment; the processes log it.
      () => undefined,
    );
  }, PROGRESS_INTERVAL_MS);
  closing.push(async () => clearInterval(timer));
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

/** The environment of the processes: the same settings, without the files of secrets, which were read here, and without the logins of others. */
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
