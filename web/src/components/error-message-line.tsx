import { isApiError } from '../lib/api-error.ts';
import { errorText } from '../lib/messages.ts';
import { t } from '../lib/messages.ts';

/** An error where there is room for a line only. */
export function ErrorMessageLine({ error }: { readonly error: unknown }) {
  return <p className="quiet">{isApiError(error) ? errorText(error) : t('error.line')}</p>;
}
