const TIMEOUT = 'TimeoutError';

/** Whether a signal of `withTimeout` was aborted by its time limit and not by the caller. */
export function isTimeout({ reason }: AbortSignal): boolean {
  return reason instanceof DOMException && reason.name === TIMEOUT;
}

/**
 * Runs `work` with a signal that aborts after `limitMs` or with `signal`. Clears its timer when the work ends, unlike
 * AbortSignal.timeout, whose timers stay until they fire and then create an error for every request of the last seconds.
 */
export async function withTimeout<T>(
  limitMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limited = new AbortController();
  const abort = () => limited.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(() => limited.abort(new DOMException('The time limit was reached', TIMEOUT)), limitMs);
  try {
    return await work(limited.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
