/** `/api/v1/admin/…`: everything behind one door. */
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { registerGuard } from '../admin/guard.ts';
import type { AdminHouse } from '../admin/house.ts';
import { sendNothingHere } from '../plugins/problems.ts';
import { adminSessionRoutes } from './admin-session.ts';

export function adminRoutes(house: AdminHouse): FastifyPluginAsync {
  return async (app) => {
    await registerGuard(app, house);
    takeEmptyJson(app);
    app.addHook('onRoute', (route) => {
      if (route.schema !== undefined) route.schema = { security: [{ session: [] }], ...route.schema };
    });
    await app.register(adminSessionRoutes(house));
    // Other sites' browsers ask first whether they may: nobody may.
    app.options('/*', { schema: { hide: true } }, async (request, reply) => sendNothingHere(request, reply));
    app.setNotFoundHandler(async (request, reply) => sendNothingHere(request, reply));
  };
}

/** A request that says all by its address may still call itself JSON. */
function takeEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, String(body), done);
  });
}
