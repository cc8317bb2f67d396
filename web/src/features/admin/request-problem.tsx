import { isApiError } from '../../lib/api-error.ts';
import { formatSpanLong } from './durations.ts';
import { isSessionGone } from './admin-api.ts';

interface RequestProblemProps {
  readonly error: unknown;
  /** What was tried, as in "… did not work". */
  readonly what: string;
  readonly onRetry?: (() => void) | undefined;
}

/** Why something that an admin asked for was not done, beside the place where it was asked for. */
export function RequestProblem({ error, what, onRetry }: RequestProblemProps) {
  // The sign-in form says all there is to say.
  if (error === null || isSessionGone(error)) return null;
  return (
    <p className="request-problem" role="alert">
      <span>
        <strong>{what} did not work.</strong> {problemInWords(error)}
      </span>
      {onRetry !== undefined && (
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </p>
  );
}

export function problemInWords(error: unknown): string {
  if (!isApiError(error)) return 'Something was not as these pages expect.';
  if (error.failure === 'offline') {
    return navigator.onLine ? 'The archive does not answer; it may be restarting.' : 'You are offline.';
  }
  if (error.failure !== 'answer') return error.message;
  if (error.status === 429) return `Too many requests.${waitInWords(error.retryAfter)}`;
  if (error.status === 500) return `The archive has a problem of its own. ${error.message}`;
  return error.message;
}

/** " Try again in 3 minutes." */
export function waitInWords(seconds: number): string {
  return seconds > 0 ? ` Try again in ${formatSpanLong(seconds)}.` : ' Try again in a minute.';
}
