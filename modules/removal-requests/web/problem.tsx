import { isApiError } from '../../../web/src/lib/api-error.ts';
import { errorText } from '../../../web/src/lib/messages.ts';
import { t } from './texts.ts';

/** Why a request of the person failed. The space of one line is reserved. */
export function Problem({ error }: { readonly error: Error | null }) {
  return (
    <p className="removal-problem" role="alert">
      {error !== null && textOf(error)}
    </p>
  );
}

function textOf(error: Error) {
  if (!isApiError(error) || error.failure !== 'answer') return t('removal.failed');
  const appeal = error.problem?.appeal;
  return (
    <>
      {errorText(error)}
      {appeal !== undefined && (
        <>
          {' '}
          <a href={appeal} rel="noopener">
            {t('report.appeal')}
          </a>
        </>
      )}
    </>
  );
}
