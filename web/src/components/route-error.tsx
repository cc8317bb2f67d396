import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useTitle } from '../lib/use-title.ts';
import { ErrorMessage } from './error-message.tsx';
import { t } from '../lib/messages.ts';

/** A page that failed to load or to draw; the header around it stays. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useTitle(t('error.problem'));
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <ErrorMessage error={error} onRetry={retry} />;
}
