import type { FastifyPluginAsync } from 'fastify';
import { asAdmin } from '../../../admin/as-account.ts';
import { registerGuard } from '../../plugins/guard.ts';
import type { AdminContext } from '../../../admin/context.ts';
import { createQueueBoard } from '../../../admin/queues.ts';
import { toError } from '../../../../platform/errors.ts';
import { sendError, sendNothingHere } from '../../plugins/problems.ts';
import { RefusedError } from '../../../shared/errors.ts';

/** Within the application's page `/admin/queues`, which shows it in a frame. */
export const QUEUES_PATH = '/admin/queues/board';

/**
 * Bull Board loads only its own scripts and styles, and has style attributes. Trusted Types are left out: it writes HTML and loads its
 * scripts without policies of its own, so that it would work only with a default policy that allows everything.
 */
const POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

const ADMIN = { role: 'admin', boards: 'all' } as const;

/** Bull Board's page requests a font from another host. */
const FOREIGN_STYLE = /<link [^>]*href="https?:[^>]*>/g;

/** Bull Board, read-only, for signed-in accounts; page requests of others are redirected to the sign-in. */
export function adminQueuePages(context: AdminContext): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      void reply.header('content-security-policy', POLICY);
    });
    await registerGuard(app, {
      ...context,
      onRefused(error, request, reply) {
        const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
        return isPage ? reply.redirect('/admin') : sendError(error, request, reply);
      },
    });
    app.addHook('onSend', async (_request, reply, payload) =>
      typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html')
        ? payload.replaceAll(FOREIGN_STYLE, '')
        : payload,
    );
    app.addHook('onRequest', async (request, reply) => {
      if (request.method === 'GET' || request.method === 'HEAD') return;
      const error = new RefusedError(403, 'read_only', 'Queues are read-only.');
      return sendError(error, request, reply);
    });
    // Without this route, unknown addresses would be answered with the application's page.
    app.get('/*', { config: { access: ADMIN } }, async (request, reply) => sendNothingHere(request, reply));
    const board = createQueueBoard(context.redis, context.queuePrefix, QUEUES_PATH);
    app.addHook('onClose', async () => board.close());
    app.addHook('onRequest', async (request, reply) => {
      try {
        await asAdmin(context.pool, request.secret, async () => undefined);
        board.assertReady();
      } catch (error) {
        return sendError(toError(error), request, reply);
      }
    });
    await app.register(async (pages) => {
      pages.decorate('libraryAccess', ADMIN);
      await pages.register(board.pages);
    });
  };
}
