import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { readConfig, type Config } from '../platform/config.ts';
import { createElasticsearch } from '../platform/elasticsearch.ts';
import { AppError, toError } from '../platform/errors.ts';
import { migrate } from '../platform/migrate.ts';
import { createPostgresPool } from '../platform/postgres.ts';
import { readBoardsFile, upsertBoard } from '../scraper/boards/boards.ts';
import { startStack } from '../stack/start.ts';
import { runningFile } from './stores.ts';
import { runChild, type Child } from './start/children.ts';
import { prepareDataFolder, readOrMakeSecret } from './start/data-folder.ts';
import { assertPortFree, waitForHttp } from './start/ports.ts';
import { createTeller, readStanding, standingLine, type Teller } from './start/progress.ts';
import { buildWebIfStale } from './start/web-build.ts';

interface StartOptions {
  readonly fresh: boolean;
  readonly demo: boolean;
}

/** How often the numbers on the progress line are read. */
const PROGRESS_INTERVAL_MS = 1_000;
const READY_LIMIT_MS = 60_000;

export function startCommand(): Command {
  return new Command('start')
    .description('start everything: the stores that are not set, a demo source, scraper, indexer and server')
    .option('--fresh', 'throw away what an earlier start has stored, and begin again', false)
    .option('--no-demo', 'without the demo source: archive only the boards that were added')
    .action(async (options: StartOptions) => {
      const teller = createTeller(process.stdout);
      const closing: (() => Promise<void>)[] = [];
      const stop = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
      try {
        await start(readConfig(), options, teller, closing, stop.signal);
        if (!stop.signal.aborted) await once(stop.signal, 'abort');
        teller.say('stopping');
      } catch (error) {
        // A step that was under way when the signal came may fail because of it: that is no failure.
        if (!stop.signal.aborted) throw error;
      } finally {
        // Backwards: what was started last uses what was started first.
        for (const close of closing.toReversed()) {
          await close().catch((error: unknown) => teller.say(`while stopping: ${toError(error).message}`));
        }
      }
    });
}

/**
 * Pushes to `closing` as it goes, so that whatever was started is stopped, also when a later step fails or a signal
 * comes: later ones are ignored, stopping takes seconds and is under way.
 */
async function start(
  config: Config,
  options: StartOptions,
  teller: Teller,
  closing: (() => Promise<void>)[],
  signal: AbortSignal,
): Promise<void> {
  await assertPortFree(config.port, 'SAGASU_PORT');
  if (options.demo) await assertPortFree(config.demoPort, 'SAGASU_DEMO_PORT');
  const { dir, logDir } = prepareDataFolder(config.dataDir, options.fresh);
  await buildWebIfStale((line) => teller.say(line));

  const stack = await startStack(config, {
    onProgress: (line) => teller.say(line),
    signal,
    fresh: options.fresh,
  });
  closing.push(() => stack.stop());
  writeFileSync(
    runningFile(config),
    JSON.stringify({
      databaseUrl: stack.databaseUrl,
      elasticsearchUrls: stack.elasticsearchUrls,
      redisUrl: stack.redisUrl,
    }),
    { mode: 0o600 },
  );
  closing.push(async () => rmSync(runningFile(config), { force: true }));

  signal.throwIfAborted();
  const applied = await migrate(stack.databaseUrl);
  if (applied.length > 0) teller.say(`database: applied ${applied.join(', ')}`);

  const demoOrigin = `http://127.0.0.1:${config.demoPort}`;
  const env = {
    ...inheritedEnvironment(),
    SAGASU_DATA: dir,
    DATABASE_URL: stack.databaseUrl,
    REDIS_URL: stack.redisUrl,
    ELASTICSEARCH_URL: stack.elasticsearchUrls.join(','),
    SAGASU_SECRET: config.secret ?? readOrMakeSecret(dir),
    ...(options.demo && { SAGASU_SCRAPER_OWN_ORIGIN: demoOrigin }),
  };
  const run = (name: string, main: string, more: Readonly<Record<string, string>> = {}): Child => {
    const child = runChild(
      { name, main, env: { ...env, ...more } },
      { logDir, say: (line) => teller.say(line), onGivenUp: () => process.kill(process.pid, 'SIGTERM') },
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
    teller.say(
      config.capturesDir === null ? 'demo source: generated boards' : `demo source: captures in ${config.capturesDir}`,
    );
    run('demo', 'demo/main.ts');
    await waitForHttp(`${demoOrigin}/boards.json`, READY_LIMIT_MS);
    for (const board of await demoBoards(demoOrigin)) {
      await upsertBoard(pool, { ...board, source: '4chan', url: demoOrigin, mediaUrl: demoOrigin });
    }
  }
  signal.throwIfAborted();
  // Two processes on one machine cannot open one port: the indexer's is the next.
  const metricsPort = config.metricsPort === 0 ? 0 : config.metricsPort + 1;
  run('indexer', 'indexer/main.ts', { SAGASU_METRICS_PORT: String(metricsPort) });
  run('scraper', 'scraper/main.ts');
  run('server', 'server/main.ts');
  await waitForHttp(`http://127.0.0.1:${config.port}/readyz`, READY_LIMIT_MS);
  teller.say(`Sagasu answers at http://localhost:${config.port}/  (Ctrl-C stops everything)`);

  const timer = setInterval(() => {
    readStanding(pool, elasticsearch, config.indexPrefix).then(
      (standing) => teller.tell(standingLine(standing)),
      // The stores may be away for a moment; the processes say so in their logs.
      () => undefined,
    );
  }, PROGRESS_INTERVAL_MS);
  closing.push(async () => clearInterval(timer));
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

/** The children read the same settings; files with secrets were read here and must not be read twice. */
function inheritedEnvironment(): Record<string, string | undefined> {
  const {
    DATABASE_URL_FILE: _database,
    REDIS_URL_FILE: _redis,
    ELASTICSEARCH_URL_FILE: _elasticsearch,
    SAGASU_SECRET_FILE: _secret,
    ...rest
    // oxlint-disable-next-line node/no-process-env -- handed on whole, not read as a setting
  } = process.env;
  return rest;
}
