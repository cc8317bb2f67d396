import { isApiError } from '../lib/api-error.ts';
import { errorInWords } from '../lib/problem-words.ts';
import { say } from '../lib/words.ts';

/** An error where there is room for a line only. */
export function ErrorMessageLine({ error }: { readonly error: unknown }) {
  return <p className="quiet">{isApiError(error) ? errorInWords(error) : say('error.line')}</p>;
}
