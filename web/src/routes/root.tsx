import type { QueryClient } from '@tanstack/react-query';
import { Outlet, createRootRouteWithContext } from '@tanstack/react-router';
import { LiveRegion } from '../components/live-region.tsx';
import { SiteHeader } from './site-header.tsx';
import { PageKeys } from '../features/keys/page-keys.tsx';
import { WithIdentities } from '../components/post/identities.tsx';
import { FileSearch } from '../features/search/file-search.tsx';
import { t } from '../lib/messages.ts';

export const rootRoute = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({ component: RootLayout });

function RootLayout() {
  return (
    <>
      <a className="skip-link" href="#main">
        {t('common.skip')}
      </a>
      <SiteHeader />
      <main id="main" className="page" tabIndex={-1}>
        <WithIdentities>
          <Outlet />
        </WithIdentities>
      </main>
      <FileSearch />
      <PageKeys />
      <LiveRegion />
    </>
  );
}
