/** `/api/v1/admin/…`: all routes for signed-in users, behind one guard. */
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { registerGuard } from '../../../admin/guard.ts';
import type { AdminContext } from '../../../admin/context.ts';
import { adminBoardRoutes } from './boards.ts';
import { adminBoardSettingsRoutes } from './board-settings.ts';
import { adminIdentityRoutes } from './identities.ts';
import { adminPostRoutes } from './posts.ts';
import { adminQuarantineRoutes } from './quarantine.ts';
import { adminTaskRoutes } from './tasks.ts';
import { adminSessionRoutes } from './session.ts';

export function adminRoutes(house: AdminContext): FastifyPluginAsync {
  return async (app) => {
    await registerGuard(app, house);
    acceptEmptyJson(app);
    app.addHook('onRoute', (route) => {
      if (route.schema !== undefined) route.schema = { security: [{ session: [] }], ...route.schema };
    });
    await app.register(adminSessionRoutes(house));
    await app.register(adminBoardRoutes(house));
    await app.register(adminBoardSettingsRoutes(house));
    await app.register(adminTaskRoutes(house.pool));
    await app.register(adminPostRoutes(house));
    await app.register(adminQuarantineRoutes(house.pool));
    await app.register(adminIdentityRoutes(house));
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
