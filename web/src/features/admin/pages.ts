/**
 * The admin pages and their messages in one chunk, which readers never load. Pages with settings of boards are separate, since they
 * need a regular expression engine of 45 KB, and so is the account page, which draws a QR code.
 */

export { prefetchOverview } from './queries.ts';
export { AccountsPage } from './accounts/accounts-page.tsx';
export { InvitationPage } from './accounts/invitation-page.tsx';
export { AdminLayout } from './session/admin-layout.tsx';
export { AuditPage } from './audit/audit-page.tsx';
export { BansPage } from './bans/bans-page.tsx';
export { BoardsPage } from './boards/boards-page.tsx';
export { BulkPage } from './bulk/bulk-page.tsx';
export { FilesPage } from './files/files-page.tsx';
export { FiltersPage } from './filters/filters-page.tsx';
export { IdentitiesPage } from './identities/identities-page.tsx';
export { OverviewPage } from './overview/overview-page.tsx';
export { PostsPage } from './posts/posts-page.tsx';
export { QuarantinePage } from './quarantine/quarantine-page.tsx';
export { QueuesPage } from './queues/queues-page.tsx';
export { RefusalsPage } from './refusals/refusals-page.tsx';
export { ReportsPage } from './reports/reports-page.tsx';
export { TaskPage } from './tasks/task-page.tsx';
export { TasksPage } from './tasks/tasks-page.tsx';
