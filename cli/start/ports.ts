import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../platform/errors.ts';

/** @throws AppError that names the setting which moves us to another port. */
export async function assertPortFree(port: number, setting: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new AppError('port_taken', `port ${port} is taken: stop what uses it, or set ${setting} to another port`)
          : error,
      );
    });
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()));
  });
}

/** Waits until the address answers with success. */
export async function waitForHttp(url: string, limitMs: number): Promise<void> {
  const end = performance.now() + limitMs;
  for (;;) {
    const ok = await fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return;
    if (performance.now() > end)
      throw new AppError(
        'not_ready',
        `${url} did not answer within ${limitMs / 1000} s; the logs in the data folder say why`,
      );
    await sleep(100);
  }
}
