import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { signedIn } from '../../../admin/guard.ts';
import type { AdminContext } from '../../../admin/context.ts';
import { boardNamed } from '../../../boards/board-named.ts';
import { Moderate, Moderated } from '../../../../mappings/contract/admin.ts';
import { moderate } from '../../../moderation/moderate.ts';
import { problems, reference } from '../../plugins/schemas.ts';

type PostsContext = Pick<AdminContext, 'pool' | 'clock' | 'postgres'>;

export function adminPostRoutes({ pool, clock, postgres }: PostsContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/posts',
      {
        schema: {
          operationId: 'moderate',
          summary: 'Hide, show or purge a post or a whole thread',
          tags: ['admin'],
          body: reference(Moderate),
          response: {
            200: reference(Moderated, 'Done; every later answer reflects the change.'),
            ...problems(400, 401, 403, 404, 409),
          },
        },
      },
      async (request, reply) => {
        const { action, board: name, num, subnum = 0, thread = false, reason = null } = request.body;
        const board = await boardNamed(pool, name);
        const actor = signedIn(request).name;
        const posts = [{ num, subnum }];
        const order = { action, board, posts, threads: thread, actor, reason, now: clock() };
        const done = await moderate(pool, order, postgres.snapshot);
        request.log.info(
          { user: actor, action, board: name, num, subnum, thread, posts: done.posts.length },
          'moderated',
        );
        return reply.send({ posts: done.posts.length });
      },
    );
  };
}
