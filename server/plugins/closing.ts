import type { FastifyInstance } from 'fastify';

/** What answers under way have to go out once the server closes. */
const GRACE_MS = 5_000;

/**
 * Lets answers under way go out when the server closes, and then cuts what is left: browsers keep connections open on
 * which they have asked nothing, and those would hold the process for ever.
 */
export function registerClosing(app: FastifyInstance): void {
  let underWay = 0;
  let closing = false;
  app.addHook('onRequest', (_request, _reply, done) => {
    underWay += 1;
    done();
  });
  app.addHook('onResponse', (_request, _reply, done) => {
    underWay -= 1;
    if (closing && underWay === 0) app.server.closeAllConnections();
    done();
  });
  app.addHook('preClose', async () => {
    closing = true;
    if (underWay === 0) app.server.closeAllConnections();
    setTimeout(() => app.server.closeAllConnections(), GRACE_MS).unref();
  });
}
