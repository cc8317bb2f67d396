import path from 'node:path';
import { readConfig } from '../platform/config.ts';
import { runProcess } from '../platform/lifecycle.ts';
import { createLogger } from '../platform/logger.ts';
import { toError } from '../platform/errors.ts';
import { readCaptures } from './captures.ts';
import { keepJournal } from './journal.ts';
import { writeHistory } from './life/history.ts';
import { startLife } from './life/pace.ts';
import { serveDemo } from './serve.ts';
import { openSite } from './site.ts';

const config = readConfig();
const logger = createLogger(config, 'demo');

await runProcess(logger, async () => {
  const started = Date.now();
  const dir = path.join(config.dataDir, 'demo');
  const captures = config.capturesDir === null ? null : await readCaptures(config.capturesDir);
  for (const skip of captures?.skipped ?? []) logger.warn(skip, 'captured file skipped');
  const madeAt = Math.floor(started / 1000);
  const site = await openSite({ captures, seed: 'sagasu', madeAt, picturesDir: path.join(dir, 'files') });
  const journal = await keepJournal(site, dir, captures === null ? writeHistory : () => undefined);
  const server = await serveDemo(site, { host: config.demoHost, port: config.demoPort, logger });
  const stopLife = startLife(site, config.demoPaceMs, {
    seed: `life/${started}`,
    clock: Date.now,
    onError: (error) => logger.error({ err: toError(error) }, 'a demo event failed'),
  });
  const boards = [...site.boards.values()];
  logger.info(
    {
      url: server.url,
      boards: boards.map((board) => board.info.board),
      threads: boards.reduce((sum, board) => sum + board.threads.size, 0),
      posts: boards.reduce((sum, board) => sum + board.home.size, 0),
      replayed: journal.replayed,
      lost: journal.lost,
      ms: Date.now() - started,
    },
    'demo source is ready',
  );
  return {
    close: async () => {
      stopLife();
      await server.close();
      await journal.close();
    },
  };
});
