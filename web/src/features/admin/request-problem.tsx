import { isApiError } from '../../lib/api-error.ts';
import { errorInWords } from '../../lib/problem-messages.ts';
import { say } from '../../lib/messages.ts';
import { formatSpanLong } from './durations.ts';
import { isSessionGone } from './api.ts';

interface RequestProblemProps {
  readonly error: unknown;
  /** What was tried, as the catalogues have it in "… did not work". */
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
        <strong>{say('trial.failed', { what })}</strong> {failureInWords(error)}
      </span>
      {onRetry !== undefined && (
        <button type="button" className="button" onClick={onRetry}>
          {say('trial.again')}
        </button>
      )}
    </p>
  );
}

export function failureInWords(error: unknown): string {
  if (!isApiError(error)) return say('trial.unexpected');
  if (error.failure === 'offline') {
    return say(navigator.onLine ? 'trial.silent' : 'trial.offline');
  }
  if (error.failure !== 'answer') return error.message;
  if (error.status === 429) return `${say('trial.often')} ${waitInWords(error.retryAfter)}`;
  if (error.status === 500) return say('trial.trouble', { message: error.message });
  return errorInWords(error);
}

/** "Try again in 3 minutes." */
export function waitInWords(seconds: number): string {
  return seconds > 0 ? say('trial.wait', { span: formatSpanLong(seconds) }) : say('trial.wait-minute');
}
