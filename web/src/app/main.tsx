import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { catchLinks } from '../lib/link-catcher.ts';
import '../styles/main.css';
import { manageFocus } from './focus.ts';
import { createQueryClient } from './query-client.ts';
import { createAppRouter } from './router.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');
// The same for readers without scripts, where the server has written it.
document.querySelector('.plain-page')?.remove();

const queryClient = createQueryClient();
const router = createAppRouter(queryClient);
catchLinks((href) => void router.navigate({ href }));
manageFocus(router);

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>,
);
