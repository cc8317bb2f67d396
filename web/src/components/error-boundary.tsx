import { Component, type ReactNode } from 'react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { t } from '../lib/messages.ts';
import { useTitle } from '../lib/use-title.ts';
import { ErrorMessage } from './error-message.tsx';

interface State {
  readonly error: unknown;
  readonly failed: boolean;
}

/** Shows an error page when rendering fails anywhere on the page. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: null, failed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="page">
        <ErrorMessage error={this.state.error} onRetry={() => window.location.reload()} />
      </main>
    );
  }
}

/** Shown in place of a page that failed to load or render; the header stays. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useTitle(t('error.problem'));
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <ErrorMessage error={error} onRetry={retry} />;
}
