/** Answers under way: how long they may take, and what becomes of them when the server closes. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { RefusedError } from '../errors.ts';

/** What answers under way have to go out once the server closes. */
export const GRACE_MS = 5_000;

/** Looks in the time that an answer has, so that one is stopped at most a twentieth later than it should be. */
const LOOKS = 20;

/**
 * Stops what takes longer than `timeoutMs`, but for routes with a `handlerTimeout` of their own: one timer for all answers,
 * since one for each costs as much as a small answer. Once the server closes, answers under way go out, and what is left
 * is cut: browsers keep connections open on which they have asked nothing, and those would hold the process for ever.
 */
export function registerRequestTimeout(app: FastifyInstance, timeoutMs: number): void {
  /** With the look before they began; in that order. */
  const underWay = new Map<FastifyReply, number>();
  let looks = 0;
  let closing = false;

  const look = (): void => {
    looks += 1;
    for (const [reply, begun] of underWay) {
      if (looks - begun <= LOOKS) break;
      // Its reader is gone: that ends no answer in the framework's eyes.
      if (reply.raw.destroyed) underWay.delete(reply);
      else if (!((reply.request.routeOptions.handlerTimeout ?? 0) > 0)) stop(reply);
    }
  };
  const timer = setInterval(look, timeoutMs / LOOKS).unref();

  app.addHook('onRequest', (_request, reply, done) => {
    underWay.set(reply, looks);
    done();
  });
  app.addHook('onResponse', (_request, reply, done) => {
    underWay.delete(reply);
    if (closing && underWay.size === 0) app.server.closeAllConnections();
    done();
  });
  app.addHook('preClose', async () => {
    closing = true;
    if (underWay.size === 0) app.server.closeAllConnections();
    setTimeout(() => app.server.closeAllConnections(), GRACE_MS).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}

function stop(reply: FastifyReply): void {
  if (reply.sent) return;
  const error = new RefusedError(503, 'timed_out', 'This took too long and was stopped.');
  if (reply.raw.headersSent) reply.raw.destroy(error);
  else void reply.send(error);
}
