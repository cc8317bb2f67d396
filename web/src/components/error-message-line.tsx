import { isApiError } from '../lib/api-error.ts';

/** An error where there is room for a line only. */
export function ErrorMessageLine({ error }: { readonly error: unknown }) {
  return <p className="quiet">{isApiError(error) ? error.message : 'This could not be shown.'}</p>;
}
