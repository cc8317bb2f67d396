import { isApiError } from '../lib/api-error.ts';
import { errorInWords } from '../lib/problem-messages.ts';
import { say } from '../lib/messages.ts';

/** An error where there is room for a line only. */
export function ErrorMessageLine({ error }: { readonly error: unknown }) {
  return <p className="quiet">{isApiError(error) ? errorInWords(error) : say('error.line')}</p>;
}
