/** `npm run stack`: runs the stores alone until Ctrl-C. */
import { once } from 'node:events';
import { readConfig } from '../platform/config.ts';
import { AppError } from '../platform/errors.ts';
import { ineffectiveSettings } from '../platform/setting-needs.ts';
import { layout } from './layout.ts';
import { limitLogs } from './limit-logs.ts';
import { GivenUpError } from './problems.ts';
import { startStack } from './start.ts';

async function main(): Promise<void> {
  const cancel = new AbortController();
  const ended = once(cancel.signal, 'abort');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => cancel.abort());
  let givenUp: GivenUpError | null = null;
  const config = readConfig();
  for (const sentence of ineffectiveSettings(config, 'stores')) console.error(sentence);
  const stack = await startStack(config, {
    onProgress: (line) => console.error(line),
    onGivenUp: (reason) => {
      if (!cancel.signal.aborted) givenUp = new GivenUpError(reason);
      cancel.abort();
    },
    signal: cancel.signal,
  }).catch((error: unknown) => {
    throw givenUp ?? error;
  });
  void limitLogs(layout(config.dataDir).logs, cancel.signal);
  console.log(`DATABASE_URL='${stack.databaseUrl}'`);
  console.log(`REDIS_URL='${stack.redisUrl}'`);
  console.log(`ELASTICSEARCH_URL='${stack.elasticsearchUrls.join(',')}'`);
  console.error('The stores are running. Ctrl-C stops them.');
  // Signal handlers alone do not keep a process alive.
  const alive = setInterval(() => undefined, 60_000);
  await ended;
  clearInterval(alive);
  await stack.stop();
  // The failure code makes a service manager start the stores again.
  if (givenUp !== null) throw givenUp as GivenUpError;
}

try {
  await main();
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
