import { toError } from './errors.ts';
import type { Logger } from './logger.ts';

export interface Service {
  /** Stop taking work, finish or hand back what is under way, close connections. */
  close(): Promise<void>;
}

/** What SIGTERM leaves for finishing: longer and a supervisor would kill the process with work half done. */
const CLOSE_LIMIT_MS = 10_000;

/**
 * Starts a process's service and closes it once on SIGINT or SIGTERM. A failed start, an unhandled rejection or a close
 * that takes too long ends the process with a non-zero code. A start that waits for something gives up on the signal.
 */
export async function runProcess(logger: Logger, start: (closing: AbortSignal) => Promise<Service>): Promise<void> {
  let closing = false;
  const abort = new AbortController();
  let service: Service | undefined;
  const close = async (reason: string, code: number) => {
    if (closing) return;
    closing = true;
    abort.abort();
    logger.info({ reason }, 'closing');
    setTimeout(() => {
      logger.error('close took too long');
      process.exitCode = 1;
      process.kill(process.pid, 'SIGKILL');
    }, CLOSE_LIMIT_MS).unref();
    try {
      await service?.close();
      process.exitCode = code;
    } catch (error) {
      logger.error({ err: toError(error) }, 'close failed');
      process.exitCode = 1;
    }
    logger.flush();
    // An open channel would keep the process alive.
    if (process.connected) process.disconnect();
  };
  process.on('SIGINT', () => void close('SIGINT', 0));
  process.on('SIGTERM', () => void close('SIGTERM', 0));
  // Started with a channel, we belong to the process at its other end: when that was killed, nothing else would stop us.
  process.on('disconnect', () => void close('parent is gone', 0));
  process.on('unhandledRejection', (error) => {
    logger.fatal({ err: toError(error) }, 'unhandled rejection');
    void close('unhandled rejection', 1);
  });
  try {
    service = await start(abort.signal);
    // Asked to close while it was starting: there was nothing to close then.
    if (closing) await service.close();
  } catch (error) {
    logger.fatal({ err: toError(error) }, toError(error).message);
    await close('failed start', 1);
  }
}
