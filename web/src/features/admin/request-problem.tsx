import { isApiError } from '../../lib/api-error.ts';
import { errorText } from '../../lib/messages.ts';
import { isSessionGone } from './api.ts';
import { formatSpanLong } from './durations.ts';
import { t } from './texts.ts';

interface RequestProblemProps {
  readonly error: unknown;
  /** The action, as the subject of the catalogue's "… failed". */
  readonly what: string;
  readonly onRetry?: (() => void) | undefined;
}

/** Shows why an action failed, next to its control. */
export function RequestProblem({ error, what, onRetry }: RequestProblemProps) {
  // The sign-in form is shown instead.
  if (error === null || isSessionGone(error)) return null;
  return (
    <p className="request-problem" role="alert">
      <span>
        <strong>{t('request.failed', { what })}</strong> {failureText(error)}
      </span>
      {onRetry !== undefined && (
        <button type="button" className="button" onClick={onRetry}>
          {t('request.again')}
        </button>
      )}
    </p>
  );
}

export function failureText(error: unknown): string {
  if (!isApiError(error)) return t('request.unexpected');
  if (error.failure === 'offline') {
    return t(navigator.onLine ? 'request.no-response' : 'request.offline');
  }
  if (error.failure !== 'answer') return error.message;
  if (error.status === 429) return `${t('request.too-many')} ${waitText(error.retryAfter)}`;
  if (error.status === 500) return t('request.server-error', { message: error.message });
  return errorText(error);
}

/** "Try again in 3 minutes." */
export function waitText(seconds: number): string {
  return seconds > 0 ? t('request.wait', { span: formatSpanLong(seconds) }) : t('request.wait-minute');
}

/** Shown when refreshing failed and the data may be outdated. Its space is reserved. */
export function RefreshProblem({ error }: { readonly error: unknown }) {
  const isLost = error !== null && !isSessionGone(error);
  return (
    <output className="refresh-problem">
      {isLost && t('request.outdated-figures', { problem: failureText(error) })}
    </output>
  );
}
