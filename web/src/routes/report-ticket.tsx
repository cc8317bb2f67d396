import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PAGE_PATHS } from '../../../mappings/page-paths.ts';
import { rootRoute } from './root.tsx';

/** The ticket of a report: `#CODE`. */
export const reportTicketRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGE_PATHS.reportTicket,
  component: lazyRouteComponent(() => import('../features/report/ticket-page.tsx'), 'ReportTicketPage'),
  staticData: { script: 'src/features/report/ticket-page.tsx' },
});
