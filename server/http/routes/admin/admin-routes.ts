/** `/api/v1/admin/…`: all routes for signed-in accounts, behind one guard. */
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { registerGuard } from '../../plugins/guard.ts';
import type { AdminContext } from '../../../admin/context.ts';
import type { BoardDirectory } from '../../../boards/directory.ts';
import type { SearchContext } from '../../../search/context.ts';
import { adminAccountRoutes } from './account.ts';
import { adminAccountsRoutes } from './accounts.ts';
import { adminAuditRoutes } from './audit.ts';
import { adminBannedFileRoutes } from './banned-files.ts';
import { adminBanRoutes } from './bans.ts';
import { adminBoardRoutes } from './boards.ts';
import { adminBoardSettingsRoutes } from './board-settings.ts';
import { adminEnvironmentRoutes } from './environment.ts';
import { adminBulkActionRoutes } from './bulk-actions.ts';
import { adminFilterRoutes } from './filters.ts';
import { adminIdentityRoutes } from './identities.ts';
import { adminKeyRoutes } from './keys.ts';
import { adminPasskeyRoutes } from './passkeys.ts';
import { adminPostRoutes } from './posts.ts';
import { adminQuarantineRoutes } from './quarantine.ts';
import { adminRefusalRoutes } from './refusals.ts';
import { adminReportRoutes } from './reports.ts';
import { adminTaskRoutes } from './tasks.ts';
import { adminSessionRoutes } from './session.ts';
import { adminStaffCountRoutes } from './staff-counts.ts';
import type { StaffCount } from '../../../admin/staff-counts.ts';

interface OfModules {
  readonly plugins: readonly FastifyPluginAsync[];
  readonly counts: readonly StaffCount[];
}

export function adminRoutes(
  context: AdminContext,
  boards: Pick<BoardDirectory, 'filesAtSource'>,
  search: SearchContext,
  { plugins, counts }: OfModules,
): FastifyPluginAsync {
  return async (app) => {
    await registerGuard(app, context);
    acceptEmptyJson(app);
    await app.register(adminSessionRoutes(context));
    await app.register(adminAccountRoutes(context));
    await app.register(adminPasskeyRoutes(context));
    await app.register(adminAccountsRoutes(context));
    await app.register(adminKeyRoutes(context));
    await app.register(adminBoardRoutes(context));
    await app.register(adminBoardSettingsRoutes(context));
    await app.register(adminEnvironmentRoutes(context));
    await app.register(adminTaskRoutes(context.pool));
    await app.register(adminPostRoutes(context));
    await app.register(adminReportRoutes(context, boards));
    await app.register(adminBannedFileRoutes(context));
    await app.register(adminBanRoutes(context.pool));
    await app.register(adminBulkActionRoutes(context, search));
    await app.register(adminFilterRoutes(context));
    await app.register(adminQuarantineRoutes(context.pool));
    await app.register(adminRefusalRoutes(context.pool));
    await app.register(adminIdentityRoutes(context));
    await app.register(adminAuditRoutes(context));
    await app.register(adminStaffCountRoutes(context.pool, counts));
    for (const plugin of plugins) await app.register(plugin);
  };
}

/** Accepts an empty body with the content type JSON, which the guard requires of requests without a body too. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, String(body), done);
  });
}
