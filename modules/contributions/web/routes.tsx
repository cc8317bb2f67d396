import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { ContributedDump } from '../contract/dump-list.ts';
import { DUMP_PAGES } from '../page-paths.ts';
import { useIsStaff } from '../../../web/src/lib/staff.ts';
import { staffRoute } from '../../../web/src/routes/admin.tsx';
import { rootRoute } from '../../../web/src/routes/root.tsx';

const pages = () => import('./pages.ts');
const staticData = { script: '../modules/contributions/web/pages.ts' };
const staffPages = () => import('./staff/pages.ts');
const DumpPage = lazyRouteComponent(pages, 'DumpPage');
const StaffDump = lazy(async () => ({
  default: (await import('./staff/staff-dump.tsx')).StaffDump,
}));

/** Contributed dumps: `?state=`, `?client=` and the other filters of the API. */
const dumpListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: DUMP_PAGES.list,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => (await pages()).loadDumps(context.queryClient, deps),
  component: lazyRouteComponent(pages, 'DumpsPage'),
  staticData,
});

const contributorsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: DUMP_PAGES.contributors,
  loader: async ({ context }) => (await pages()).loadContributors(context.queryClient),
  component: lazyRouteComponent(pages, 'ContributorsPage'),
  staticData,
});

/** The page of a file: `?sha256=`, or `?md5=&size=`. */
const dumpedFileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: DUMP_PAGES.file,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => (await pages()).loadDumpedFile(context.queryClient, deps),
  component: lazyRouteComponent(pages, 'DumpedFilePage'),
  staticData,
});

const dumpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: DUMP_PAGES.dump,
  loader: async ({ context, params }) => {
    const [{ loadDump }] = await Promise.all([pages(), DumpPage.preload?.()]);
    await loadDump(context.queryClient, params.id);
  },
  component: DumpWithStaff,
  staticData,
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
  component: lazyRouteComponent(staffPages, 'DumpsPage'),
});

const offersRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/dumps/offers',
  component: lazyRouteComponent(staffPages, 'OffersPage'),
});

export const staffRoutes = [staffDumpsRoute, offersRoute] as const;
