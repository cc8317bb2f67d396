import { isApiError, type ApiError } from '../lib/api-error.ts';
import { PageHeading } from './page-heading.tsx';

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
  const [title, text] = isApiError(error) ? explain(error, unavailable) : UNEXPECTED;
  const reference = isApiError(error) ? error.problem?.request_id : undefined;
  return (
    <section className="message" role="alert">
      {inner ? <h2>{title}</h2> : <PageHeading>{title}</PageHeading>}
      <p>{text}</p>
      <p className="message-actions">
        {onRetry !== undefined && (
          <button type="button" className="button" onClick={onRetry}>
            Try again
          </button>
        )}
        <a href="/">Go to the start page</a>
      </p>
      {reference !== undefined && <p className="message-reference">Reference: {reference}</p>}
    </section>
  );
}

const UNEXPECTED: Words = [
  'This page could not be shown',
  'Something in it was not as these pages expect. Trying again may help; nothing in the archive is harmed.',
];

function explain(error: ApiError, unavailable: Words | undefined): Words {
  if (error.failure === 'offline') {
    return navigator.onLine
      ? ['The archive does not answer', 'It may be restarting. Try again in a moment.']
      : ['You are offline', 'Pages that you have opened stay readable; the rest needs the network.'];
  }
  if (error.failure === 'timeout') return ['The answer took too long', 'The archive is busy. Try again in a moment.'];
  if (error.failure === 'garbled') return UNEXPECTED;
  if (error.status === 429) return ['Too many requests', 'The archive asks for a short pause. Try again in a minute.'];
  if (error.isNotFound) return ['Not in the archive', error.message];
  if (error.status >= 500) {
    return unavailable ?? ['The archive has a problem', 'It is not your fault. Try again in a moment.'];
  }
  return ['The archive refused this request', error.message];
}
