import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, useLocation } from '@tanstack/react-router';
import { PageHeading } from '../components/page-heading.tsx';
import { identitiesQuery, WithIdentities } from '../components/post/identities.tsx';
import { PostMenuLayer } from '../components/post/post-menu-layer.tsx';
import { StaffLayer, staffItems } from '../features/admin/in-place/staff-entry.tsx';
import { ReplyLayer } from '../features/reply/reply-layer.tsx';
import { ReportLayer } from '../features/report/report-layer.tsx';
import { FileSearch } from '../features/search/file-search.tsx';
import { PageShortcuts } from '../features/shortcuts/page-shortcuts.tsx';
import { MediaLayer } from '../features/viewer/media-layer.tsx';
import { useAnnounced } from '../lib/announce.ts';
import { t } from '../lib/messages.ts';
import { boardOf, boardsQuery } from '../lib/queries.ts';
import { useIsStaff } from '../lib/staff.ts';
import { useTitle } from '../lib/use-title.ts';
import { SiteHeader } from './site-header.tsx';

export interface RouteContext {
  readonly queryClient: QueryClient;
  /** A server renders the page, with all that a browser loads beside it or after it. */
  readonly isServer: boolean;
}

export const rootRoute = createRootRouteWithContext<RouteContext>()({
  loader: async ({ context: { queryClient, isServer }, location: { pathname } }) => {
    if (isServer) {
      await Promise.all([
        queryClient.prefetchQuery(boardsQuery(boardOf(pathname))),
        queryClient.prefetchQuery(identitiesQuery()),
      ]);
    }
  },
  component: RootLayout,
});

function RootLayout() {
  const { pathname } = useLocation();
  const isStaff = useIsStaff();
  return (
    <>
      <a className="skip-link" href={pathname === '/search' ? '#results' : '#main'}>
        {t('common.skip')}
      </a>
      <SiteHeader />
      <main id="main" className="page" tabIndex={-1}>
        <WithIdentities>
          <Outlet />
        </WithIdentities>
      </main>
      <MediaLayer />
      <PostMenuLayer {...(isStaff && { more: staffItems })} />
      {isStaff && <StaffLayer />}
      <ReportLayer />
      <ReplyLayer />
      <FileSearch />
      <PageShortcuts />
      <LiveRegion />
    </>
  );
}

export function NotFound() {
  useTitle(t('page.missing'));
  return (
    <section className="message">
      <PageHeading>{t('page.missing-title')}</PageHeading>
      <p>{t('page.missing-text')}</p>
      <p className="message-actions">
        <a href="/">{t('page.show-boards')}</a>
        <a href="/search">{t('page.show-newest')}</a>
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
