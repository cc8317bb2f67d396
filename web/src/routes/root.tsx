import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, useLocation } from '@tanstack/react-router';
import { PageHeading } from '../components/page-heading.tsx';
import { WithIdentities } from '../components/post/identities.tsx';
import { QueryBar } from '../features/search/bar/query-bar.tsx';
import { FileSearch } from '../features/search/file-search.tsx';
import { barContent, readSearchParams } from '../features/search/params.ts';
import { PageShortcuts } from '../features/shortcuts/page-shortcuts.tsx';
import { useAnnounced } from '../lib/announce.ts';
import { t } from '../lib/messages.ts';
import { useTitle } from '../lib/use-title.ts';
import { DisplaySettings } from './display-settings.tsx';

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
      <PageShortcuts />
      <LiveRegion />
    </>
  );
}

/** A link to the home page and the query bar. The home page has a bar of its own. */
function SiteHeader() {
  const { pathname, search } = useLocation();
  const content = barContent(pathname, readSearchParams(search));
  return (
    <header className="site-header">
      {pathname === '/' ? (
        <span className="site-space" />
      ) : (
        <>
          <a className="site-name" href="/">
            Sagasu
          </a>
          <QueryBar {...content} />
        </>
      )}
      <DisplaySettings />
    </header>
  );
}

export function NotFound() {
  useTitle(t('page.missing'));
  return (
    <section className="message">
      <PageHeading>{t('page.missing-title')}</PageHeading>
      <p>{t('page.missing-text')}</p>
      <p className="message-actions">
        <a href="/">{t('page.see-boards')}</a>
        <a href="/search">{t('page.see-newest')}</a>
      </p>
    </section>
  );
}

/** Part of every page from the start: screen readers ignore a live region that is inserted together with its text. */
function LiveRegion() {
  return (
    <output className="visually-hidden" aria-live="polite">
      {useAnnounced()}
    </output>
  );
}
