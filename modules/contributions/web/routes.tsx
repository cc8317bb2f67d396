import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { ContributedDump } from '../contract/dump-list.ts';
import { DUMP_PAGES } from '../page-paths.ts';
import { useIsStaff } from '../../../web/src/lib/staff.ts';
import { staffRoute } from '../../../web/src/routes/admin.tsx';
import { rootRoute } from '../../../web/src/routes/root.tsx';

const queries = () => import('./queries.ts');
const filters = () => import('./dump-filter.ts');
const list = () => import('./dumps-page.tsx');
const one = () => import('./dump-page.tsx');
const file = () => import('./dumped-file-page.tsx');
const contributors = () => import('./contributors-page.tsx');
const DumpPage = lazyRouteComponent(one, 'DumpPage');
const StaffDump = lazy(async () => ({
  default: (await import('./staff/staff-dump.tsx')).StaffDump,
}));

/** Contributed dumps: `?state=`, `?client=` and the other filters of the API. */
const dumpListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: DUMP_PAGES.list,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const [{ dumpsQuery, dumpStatisticsQuery, contributorQuery }, { readDumpFilter }] = await Promise.all([
      queries(),
      filters(),
    ]);
    const filter = readDumpFilter(deps);
    await Promise.all([
      queryClient.prefetchQuery(dumpsQuery(filter)),
      queryClient.prefetchQuery(dumpStatisticsQuery),
      filter.contributor !== undefined && queryClient.prefetchQuery(contributorQuery(filter.contributor)),
    ]);
  },
  component: lazyRouteComponent(list, 'DumpsPage'),
});

const contributorsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: DUMP_PAGES.contributors,
  loader: async ({ context }) => context.queryClient.prefetchQuery((await queries()).contributorsQuery),
  component: lazyRouteComponent(contributors, 'ContributorsPage'),
});

/** The page of a file: `?sha256=`, or `?md5=&size=`. */
const dumpedFileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: DUMP_PAGES.file,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const [{ dumpedFileQuery }, { readFileAddress }] = await Promise.all([queries(), filters()]);
    await context.queryClient.prefetchQuery(dumpedFileQuery(readFileAddress(deps)));
  },
  component: lazyRouteComponent(file, 'DumpedFilePage'),
});

const dumpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: DUMP_PAGES.dump,
  loader: async ({ context, params }) => {
    const [{ dumpQuery }] = await Promise.all([queries(), DumpPage.preload?.()]);
    await context.queryClient.prefetchQuery(dumpQuery(params.id));
  },
  component: DumpWithStaff,
});

/** Moderators get their actions on the readers' page. */
function DumpWithStaff() {
  const isStaff = useIsStaff();
  return <DumpPage {...(isStaff && { staff: staffDump })} />;
}

function staffDump(dump: ContributedDump) {
  return (
    <Suspense>
      <StaffDump dump={dump} />
    </Suspense>
  );
}

export const routes = [dumpListRoute, contributorsRoute, dumpedFileRoute, dumpRoute] as const;

const staffDumpsRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/dumps',
  component: lazyRouteComponent(() => import('./staff/dumps-page.tsx'), 'DumpsPage'),
});

const offersRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/dumps/offers',
  component: lazyRouteComponent(() => import('./staff/offers-page.tsx'), 'OffersPage'),
});

export const staffRoutes = [staffDumpsRoute, offersRoute] as const;
