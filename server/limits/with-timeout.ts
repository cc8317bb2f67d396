const TIME_IS_OVER = 'TimeoutError';

/** Of a signal of `withTimeout`: its time was over, and its reader is still there. */
export function isTimeout({ reason }: AbortSignal): boolean {
  return reason instanceof DOMException && reason.name === TIME_IS_OVER;
}

/**
 * Runs `work` with a signal that says when nobody waits any more, or when its time is over. Once it has ended nothing is left:
 * a signal of AbortSignal.timeout lives on until its time comes and makes an error then, for every answer of the last seconds.
 */
export async function withTimeout<T>(
  limitMs: number,
  gone: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const leave = () => limit.abort(gone.reason);
  if (gone.aborted) leave();
  gone.addEventListener('abort', leave, { once: true });
  const timer = setTimeout(() => limit.abort(new DOMException('The time is over', TIME_IS_OVER)), limitMs);
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
    gone.removeEventListener('abort', leave);
  }
}
