import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition, StrictMode, useEffect, useState } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { watchBackNavigation } from '../lib/back-navigation.ts';
import { languageOf, readLanguage, useLanguage } from '../lib/language.ts';
import { catchLinks } from '../lib/link-catcher.ts';
import { PAGE_DATA } from '../lib/hydration/page-data.ts';
import { currentLanguage, setLanguage } from '../lib/messages.ts';
import { pageLayers } from '../routes/root.tsx';
import { leaveTappedQuote, watchTappedQuoteHistory } from '../lib/tapped-quote.ts';
import { watchViewerHistory } from '../lib/viewer.ts';
import { watchCovered } from '../lib/visible-area.ts';
import '../styles/main.css';
import { manageFocus } from './manage-focus.ts';
import { createQueryClient } from './query-client.ts';
import { createAppRouter } from './router.tsx';
import { composedEarly, stashInputs, replayEarlyEvents } from './replay-early-events.ts';
import { fillQueries, readPageData } from './hydrate-queries.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');

void start(root);

/** This module does not await it: parts of the pages that are loaded later import from this module, and would wait for its end. */
async function start(place: HTMLElement): Promise<void> {
  // Running the modules keeps a slow phone busy: the reader's input during that time is handled before the application starts.
  await new Promise((resolve) => setTimeout(resolve));
  // Read before anything changes the page.
  const page = readPageData(place);
  // Arrives while the page is hydrated.
  pageLayers.load().catch(() => undefined);
  const queryClient = createQueryClient();
  const pageEntry = () => router.history.location.state['__TSR_key'];
  watchTappedQuoteHistory(pageEntry);
  watchViewerHistory(pageEntry);
  const router = createAppRouter(queryClient);
  watchBackNavigation(router.history);
  catchLinks((href) => void router.navigate({ href, replace: leaveTappedQuote() }));
  manageFocus(router);
  watchCovered();
  const application = (
    <StrictMode>
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <Application router={router} />
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>
  );
  if (page === null) {
    await setLanguage(readLanguage());
    createRoot(place).render(application);
    return;
  }
  // Hydration needs the same data and the server's language; the reader's own language follows.
  const { state, href } = router.history.location;
  fillQueries(queryClient, page, state['__TSR_key'] ?? href);
  await setLanguage(languageOf(page.language, []));
  router.ssr = { manifest: undefined };
  // The router loads the target of a redirect only for a subscriber. Its own subscribes when it is rendered.
  const unsubscribe = router.history.subscribe((change) => void router.load(change));
  await router.load();
  unsubscribe();
  await composedEarly();
  stashInputs(place);
  // In a transition React yields to the reader's input every few milliseconds.
  const hydrated = router.history.location;
  startTransition(() => {
    hydrateRoot(place, application, {
      onRecoverableError(error) {
        // Parts that are not hydrated when the reader leaves the page no longer match, and React renders the next page's parts anew.
        if (router.history.location === hydrated) reportError(error);
      },
    });
  });
}

/** Renders all pages again when the reader chooses another language and its catalogue is loaded. */
function Application({ router }: { readonly router: ReturnType<typeof createAppRouter> }) {
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
  useEffect(() => {
    document.getElementById(PAGE_DATA)?.remove();
    // React may still have to hydrate parts of the page; it does so for an event, but not while it runs effects.
    setTimeout(replayEarlyEvents);
  }, []);
  return <RouterProvider key={language} router={router} />;
}
