import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { RefusedError } from '../../shared/errors.ts';

/** Time for requests in flight when the server closes; their connections are cut after it. */
export const GRACE_MS = 4_000;

/**
 * Refuses new requests while the server closes, and ends all connections as soon as the last answer in flight is sent, or after
 * `GRACE_MS`. Otherwise connections that browsers keep open without a request would keep the process alive.
 */
export const gracefulClosePlugin = fp(
  async (app: FastifyInstance) => {
    const inFlight = new Set<FastifyRequest>();
    let isClosing = false;
    const end = (request: FastifyRequest): void => {
      inFlight.delete(request);
      if (isClosing && inFlight.size === 0) app.server.closeAllConnections();
    };
    app.addHook('onRequest', (request, _reply, done) => {
      inFlight.add(request);
      done(isClosing ? new RefusedError(503, 'closing', 'The server is stopping. Try again in a moment.') : undefined);
    });
    app.addHook('onResponse', (request, _reply, done) => {
      end(request);
      done();
    });
    // Fastify runs no onResponse hook for a client that disconnects first.
    app.addHook('onRequestAbort', (request, done) => {
      end(request);
      done();
    });
    app.addHook('preClose', async () => {
      isClosing = true;
      if (inFlight.size === 0) app.server.closeAllConnections();
      setTimeout(() => app.server.closeAllConnections(), GRACE_MS).unref();
    });
  },
  { name: 'graceful-close' },
);
