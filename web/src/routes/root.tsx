import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { lazy, memo, Suspense } from 'react';
import { identitiesQuery, WithIdentities } from '../components/post/identities.tsx';
import { useAnnounced } from '../lib/announce.ts';
import { useFilterText } from '../lib/filtered-posts.ts';
import { t } from '../lib/messages.ts';
import type { WebModule } from '../lib/module.ts';
import { boardOf, boardsQuery } from '../lib/queries.ts';
import { later, useIsPainted, useLater } from '../lib/rendering.ts';
import { SiteHeader } from './site-header.tsx';

/** Parts that no page needs first, in one script. */
export const rootParts = () => import('./root-parts.ts');
/** They show nothing before the reader acts. */
export const pageLayers = later(() => import('./page-layers.tsx'));
const filteredCount = later(() => import('../features/reader-filters/filtered-count.tsx'));
const MissingPage = lazy(async () => ({ default: (await rootParts()).MissingPage }));
const SiteFooter = lazy(async () => ({ default: (await rootParts()).SiteFooter }));

export interface RouteContext {
  readonly queryClient: QueryClient;
  /** A server renders the page, including everything that a browser loads beside it or after it. */
  readonly isServer: boolean;
  readonly modules: readonly WebModule[];
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
  // By class: with :root:has() browsers first paint a page that arrives in parts at the width of a column.
  const isWide = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.isWide === true) });
  const className = `page${isWide ? ' page-wide' : ''}${pathname === '/search' ? ' search-page' : ''}`;
  return (
    <>
      <a className="skip-link" href={pathname === '/search' ? '#results' : '#main'}>
        {t('common.skip')}
      </a>
      {/* After the hits in the tab order. */}
      {pathname === '/search' && (
        <a className="skip-link skip-to-filters" href="#filters">
          {t('common.skip-to-filters')}
        </a>
      )}
      <SiteHeader />
      {/* Programs that read FoolFuuka's pages look for this id and role, not for the name of the element. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div id="main" role="main" className={className} tabIndex={-1}>
        <WithIdentities>
          <Outlet />
        </WithIdentities>
        <FilteredPosts />
      </div>
      <Footer />
      <Layers />
      <LiveRegion />
    </>
  );
}

/** Another rendering of the boundary would discard the server's HTML. */
const Footer = memo(() => (
  <Suspense>
    <SiteFooter />
  </Suspense>
));

function FilteredPosts() {
  const part = useLater(filteredCount, useFilterText() !== '');
  return part !== null && <part.FilteredCount />;
}

function Layers() {
  const loaded = useLater(pageLayers, useIsPainted('layers'));
  return loaded !== null && <loaded.PageLayers />;
}

export function NotFound() {
  return (
    <Suspense>
      <MissingPage />
    </Suspense>
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
