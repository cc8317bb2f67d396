import { toError } from './errors.ts';
import type { Logger } from './logger.ts';

export interface Service {
  /** Stops taking work, finishes or returns current work, and closes connections. */
  close(): Promise<void>;
}

/** Milliseconds for closing. Supervisors commonly kill a process soon after that. */
const CLOSE_LIMIT_MS = 10_000;

/**
 * Starts the service of a process, and closes it once on SIGINT, SIGTERM or the end of the parent process. A failed start,
 * an unhandled rejection or a close that takes longer than 10 s ends the process with a non-zero exit code.
 * @param start Receives a signal that aborts when the process closes before the start has finished.
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
    // An open IPC channel would keep the process alive.
    if (process.connected) process.disconnect?.();
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
    service = await start(abort.signal);
    // The signal came during the start, when there was no service to close.
    if (closing) await service.close();
  } catch (error) {
    logger.fatal({ err: toError(error) }, toError(error).message);
    await close('failed start', 1);
  }
}
