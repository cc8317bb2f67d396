import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** Time for requests in flight when the server closes; their connections are cut after it. */
export const GRACE_MS = 5_000;

/**
 * Ends all connections as soon as the last answer in flight is sent, or after `GRACE_MS`. Otherwise connections that browsers
 * keep open without a request would keep the process alive.
 */
export const gracefulClosePlugin = fp(
  async (app: FastifyInstance) => {
    let inFlight = 0;
    let isClosing = false;
    app.addHook('onRequest', (_request, reply, done) => {
      inFlight += 1;
      // Unlike the hook onResponse, this event also follows when the client disconnects first.
      reply.raw.once('close', () => {
        inFlight -= 1;
        if (isClosing && inFlight === 0) app.server.closeAllConnections();
      });
      done();
    });
    app.addHook('preClose', async () => {
      isClosing = true;
      if (inFlight === 0) app.server.closeAllConnections();
      setTimeout(() => app.server.closeAllConnections(), GRACE_MS).unref();
    });
  },
  { name: 'graceful-close' },
);
