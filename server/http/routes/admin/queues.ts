import type { FastifyPluginAsync } from 'fastify';
import { registerGuard } from '../../../admin/guard.ts';
import type { AdminContext } from '../../../admin/context.ts';
import { createQueueBoard } from '../../../admin/queues.ts';
import { toError } from '../../../../platform/errors.ts';
import { sendError, sendNothingHere } from '../../plugins/problems.ts';
import { RefusedError } from '../../errors.ts';

export const QUEUES_PATH = '/admin/queues';

/** Bull Board has its own scripts and styles, styles within its elements, and asks nobody else. */
const POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Bull Board for whoever is signed in; who is not is shown where to sign in. */
export function adminQueuePages(house: AdminContext): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      void reply.header('content-security-policy', POLICY);
    });
    await registerGuard(app, {
      ...house,
      onRefused(error, request, reply) {
        const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
        return isPage ? reply.redirect('/admin') : sendError(error, request, reply);
      },
    });
    app.addHook('onRequest', async (request, reply) => {
      if (request.method === 'GET' || request.method === 'HEAD') return;
      const error = new RefusedError(403, 'read_only', 'Queues can be looked at, and not changed.');
      return sendError(error, request, reply);
    });
    // Or they would be addresses of the application's pages.
    for (const path of house.redis === null ? ['/', '/*'] : ['/*']) {
      app.get(path, { schema: { hide: true } }, async (request, reply) => sendNothingHere(request, reply));
    }
    if (house.redis === null) return;
    const board = createQueueBoard(house.redis, house.queuePrefix, QUEUES_PATH);
    app.addHook('onClose', async () => board.close());
    app.addHook('onRequest', async (request, reply) => {
      try {
        board.assertReady();
      } catch (error) {
        return sendError(toError(error), request, reply);
      }
    });
    await app.register(board.pages);
  };
}
