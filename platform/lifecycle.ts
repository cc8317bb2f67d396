import { setTimeout as sleep } from 'node:timers/promises';
import { toError } from './errors.ts';
import type { Logger } from './logger.ts';

export interface Service {
  /** Stops taking work, finishes or returns current work, and closes connections. */
  close(): Promise<void>;
}

/** Time for closing. A store that keeps its connections but does not answer can delay it that long. */
const CLOSE_LIMIT_MS = 5_000;
/** Time from then until the process ends, whatever connections or timers are left. */
const END_LIMIT_MS = 500;

/**
 * Starts the service of a process, and closes it once on SIGINT, SIGTERM or the end of the parent process. The process then ends within
 * six seconds, also while a store is away: a process that is killed loses nothing either. The exit code is not zero after a failed start, a
 * failed close or an unhandled rejection.
 * @param start Receives a signal that aborts when the process closes before the start has finished.
 */
export async function runProcess(logger: Logger, start: (closing: AbortSignal) => Promise<Service>): Promise<void> {
  const closing = new AbortController();
  const starting = start(closing.signal);
  const closeService = async () => {
    // A signal may come during the start, when there is no service to close yet.
    const service = await starting.catch(() => undefined);
    await service?.close();
  };
  const close = async (reason: string, code: number) => {
    if (closing.signal.aborted) return;
    closing.abort();
    logger.info({ reason }, 'closing');
    process.exitCode = code;
    const limit = new AbortController();
    const late = sleep(CLOSE_LIMIT_MS, 'late', { signal: limit.signal });
    late.catch(() => undefined);
    try {
      if ((await Promise.race([closeService(), late])) === 'late')
        logger.error('not everything could be closed in time: a store does not answer, or work hangs');
    } catch (error) {
      logger.error({ err: toError(error) }, 'close failed');
      process.exitCode = 1;
    }
    limit.abort();
    logger.flush();
    // An open IPC channel would keep the process alive.
    if (process.connected) process.disconnect?.();
    // oxlint-disable-next-line unicorn/no-process-exit -- lost connections and timers of libraries may be left
    setTimeout(() => process.exit(), END_LIMIT_MS).unref();
  };
  process.on('SIGINT', () => void close('SIGINT', 0));
  process.on('SIGTERM', () => void close('SIGTERM', 0));
  // A process with an IPC channel was started by `sagasu start`. When that is killed, only this event stops the process.
  process.on('disconnect', () => void close('parent process ended', 0));
  process.on('unhandledRejection', (error) => {
    logger.fatal({ err: toError(error) }, 'unhandled rejection');
    void close('unhandled rejection', 1);
  });
  try {
    await starting;
  } catch (error) {
    // A start that was interrupted fails in its own way.
    if (closing.signal.aborted) return;
    logger.fatal({ err: toError(error) }, toError(error).message);
    await close('failed start', 1);
  }
}
