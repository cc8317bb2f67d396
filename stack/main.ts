/** `npm run stack`: runs the stores alone until Ctrl-C. */
import { readConfig } from '../platform/config.ts';
import { AppError } from '../platform/errors.ts';
import { startStack } from './start.ts';

async function main(): Promise<void> {
  const cancel = new AbortController();
  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        cancel.abort();
        resolve();
      });
    }
  });
  const stack = await startStack(readConfig(), { onProgress: (line) => console.error(line), signal: cancel.signal });
  console.log(`DATABASE_URL='${stack.databaseUrl}'`);
  console.log(`REDIS_URL='${stack.redisUrl}'`);
  console.log(`ELASTICSEARCH_URL='${stack.elasticsearchUrls.join(',')}'`);
  console.error('The stores are running. Ctrl-C stops them.');
  // Signal handlers alone do not keep a process alive.
  const alive = setInterval(() => undefined, 60_000);
  await ended;
  clearInterval(alive);
  await stack.stop();
}

try {
  await main();
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
