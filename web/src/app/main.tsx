import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, type AnyRouter } from '@tanstack/react-router';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { isApiError } from '../lib/api-error.ts';
import { watchBackNavigation } from '../lib/back-navigation.ts';
import { readLanguage, useLanguage } from '../lib/language.ts';
import { catchLinks } from '../lib/link-catcher.ts';
import { currentLanguage, setLanguage } from '../lib/messages.ts';
import '../styles/main.css';
import { createAppRouter } from './router.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');
// The server's page for readers without scripts shows the same content.
document.querySelector('.plain-page')?.remove();

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Retries only when the server was not reached. A refused request is not repeated, and the reader has a button.
      retry: (failures, error) => failures < 1 && isApiError(error) && error.failure === 'offline',
      retryDelay: 800,
      refetchOnWindowFocus: false,
      // Requests fail at once while offline instead of waiting for the network.
      networkMode: 'always',
    },
  },
});
const router = createAppRouter(queryClient);
watchBackNavigation(router.history);
catchLinks((href) => void router.navigate({ href }));
manageFocus(router);

await setLanguage(readLanguage());
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <Application />
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>,
);

/** Renders all pages again when the reader chooses another language and its catalogue is loaded. */
function Application() {
  const chosen = useLanguage();
  const [language, setRendered] = useState(currentLanguage);
  useEffect(() => {
    let isCurrent = true;
    const change = async () => {
      await setLanguage(chosen);
      if (isCurrent) setRendered(currentLanguage());
    };
    void change();
    return () => {
      isCurrent = false;
    };
  }, [chosen]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return <RouterProvider key={language} router={router} />;
}

/**
 * After a navigation, moves the focus to the post in the address's fragment, else to the page's heading, as a page load would
 * for keyboards and screen readers. Skipped after the first load and while a form is in use.
 */
function manageFocus(appRouter: AnyRouter): void {
  appRouter.subscribe('onRendered', ({ fromLocation, toLocation, hrefChanged, pathChanged }) => {
    if (fromLocation === undefined || !hrefChanged) return;
    if (!pathChanged && document.activeElement?.closest('form') instanceof Element) return;
    const post = toLocation.hash === '' ? null : document.getElementById(toLocation.hash);
    const target = post ?? document.querySelector<HTMLElement>('[data-start]') ?? document.querySelector('h1');
    target?.focus({ preventScroll: true });
  });
}
