import { type ApiError, isApiError } from '../lib/api-error.ts';
import { errorText, t } from '../lib/messages.ts';
import { PageHeading } from './page-heading.tsx';

type TitleAndText = readonly [title: string, text: string];

interface ErrorMessageProps {
  readonly error: unknown;
  readonly onRetry: (() => void) | undefined;
  /** Title and text for a server error (5xx) on this page. */
  readonly unavailable?: TitleAndText;
  /** Shown inside a page that has a heading of its own. */
  readonly inner?: boolean;
}

/** Explains an error and offers to retry or to go to the home page. */
export function ErrorMessage({ error, onRetry, unavailable, inner = false }: ErrorMessageProps) {
  const [title, text] = isApiError(error) ? explain(error, unavailable) : unexpected();
  const reference = isApiError(error) ? error.problem?.request_id : undefined;
  return (
    <section className="alert message" role="alert">
      {inner ? (
        <h2 className="alert-heading">{title}</h2>
      ) : (
        <PageHeading className="alert-heading">{title}</PageHeading>
      )}
      <p>{text}</p>
      <p className="message-actions">
        {onRetry !== undefined && (
          <button type="button" className="button" onClick={onRetry}>
            {t('error.try-again')}
          </button>
        )}
        <a href="/">{t('error.home')}</a>
      </p>
      {reference !== undefined && <p className="message-reference">{t('error.reference', { id: reference })}</p>}
    </section>
  );
}

function unexpected(): TitleAndText {
  return [t('error.unexpected'), t('error.unexpected-text')];
}

function explain(error: ApiError, unavailable: TitleAndText | undefined): TitleAndText {
  if (error.failure === 'offline') {
    return navigator.onLine
      ? [t('error.no-response'), t('error.no-response-text')]
      : [t('error.offline'), t('error.offline-text')];
  }
  if (error.failure === 'timeout') return [t('error.slow'), t('error.slow-text')];
  if (error.failure === 'garbled') return unexpected();
  if (error.status === 429)
    return [t('error.too-many'), error.problem?.code === 'busy' ? errorText(error) : t('error.too-many-text')];
  if (error.isNotFound) return [t('thread.not-archived'), errorText(error)];
  if (error.status >= 500) {
    return unavailable ?? [t('error.server'), t('error.server-text')];
  }
  return [t('error.refused'), errorText(error)];
}

/** An error in one line. */
export function ErrorMessageLine({ error }: { readonly error: unknown }) {
  return <p className="quiet">{isApiError(error) ? errorText(error) : t('error.line')}</p>;
}

/** Shown above answers that were given while the database was unavailable. */
export function DegradedNotice() {
  return <output className="notice-line degraded-notice">{t('common.degraded')}</output>;
}
