import { isApiError, type ApiError } from '../lib/api-error.ts';
import { errorInWords } from '../lib/problem-messages.ts';
import { PageHeading } from './page-heading.tsx';
import { say } from '../lib/messages.ts';

type Words = readonly [title: string, text: string];

interface ErrorMessageProps {
  readonly error: unknown;
  readonly onRetry: (() => void) | undefined;
  /** What a failure of the server means in this place. */
  readonly unavailable?: Words;
  /** Part of a page that has its own heading. */
  readonly inner?: boolean;
}

/** What went wrong, in words, and the ways on: again, or home. */
export function ErrorMessage({ error, onRetry, unavailable, inner = false }: ErrorMessageProps) {
  const [title, text] = isApiError(error) ? explain(error, unavailable) : unexpected();
  const reference = isApiError(error) ? error.problem?.request_id : undefined;
  return (
    <section className="message" role="alert">
      {inner ? <h2>{title}</h2> : <PageHeading>{title}</PageHeading>}
      <p>{text}</p>
      <p className="message-actions">
        {onRetry !== undefined && (
          <button type="button" className="button" onClick={onRetry}>
            {say('error.try-again')}
          </button>
        )}
        <a href="/">{say('error.home')}</a>
      </p>
      {reference !== undefined && <p className="message-reference">{say('error.reference', { id: reference })}</p>}
    </section>
  );
}

function unexpected(): Words {
  return [say('error.unexpected'), say('error.unexpected-text')];
}

function explain(error: ApiError, unavailable: Words | undefined): Words {
  if (error.failure === 'offline') {
    return navigator.onLine
      ? [say('error.silent'), say('error.silent-text')]
      : [say('error.offline'), say('error.offline-text')];
  }
  if (error.failure === 'timeout') return [say('error.slow'), say('error.slow-text')];
  if (error.failure === 'garbled') return unexpected();
  if (error.status === 429) return [say('error.often'), say('error.often-text')];
  if (error.isNotFound) return [say('thread.not-archived'), errorInWords(error)];
  if (error.status >= 500) {
    return unavailable ?? [say('error.trouble'), say('error.trouble-text')];
  }
  return [say('error.refused'), errorInWords(error)];
}
