import { EXIT } from '../exit-codes.ts';

/** Runs `work` with a signal that Ctrl-C or SIGTERM aborts. Returns null when it was aborted, after `work` has cleaned up. */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
  const interrupted = new AbortController();
  const stop = () => interrupted.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    return await work(interrupted.signal);
  } catch (thrown) {
    if (!interrupted.signal.aborted) throw thrown;
    console.error('Cancelled.');
    process.exitCode = EXIT.interrupted;
    return null;
  } finally {
    process.removeListener('SIGINT', stop).removeListener('SIGTERM', stop);
  }
}
