import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { readLanguage } from '../lib/language.ts';
import { watchComingBack } from '../lib/back-navigation.ts';
import { catchLinks } from '../lib/link-catcher.ts';
import { setLanguage } from '../lib/messages.ts';
import '../styles/main.css';
import { Application } from './application.tsx';
import { manageFocus } from './focus.ts';
import { createQueryClient } from './query-client.ts';
import { createAppRouter } from './router.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');
// The same for readers without scripts, where the server has written it.
document.querySelector('.plain-page')?.remove();

const queryClient = createQueryClient();
const router = createAppRouter(queryClient);
watchComingBack(router.history);
catchLinks((href) => void router.navigate({ href }));
manageFocus(router);

await setLanguage(readLanguage());
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <Application router={router} />
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>,
);
