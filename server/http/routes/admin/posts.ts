import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { signedIn } from '../../plugins/guard.ts';
import type { AdminContext } from '../../../admin/context.ts';
import { boardNamed } from '../../../boards/board-named.ts';
import { Moderate, Moderated } from '../../../../mappings/contract/admin.ts';
import { ModeratedPosts, ModerateFile, ModeratePosts } from '../../../../mappings/contract/reports.ts';
import { moderateFile } from '../../../moderation/files.ts';
import { moderateAcrossBoards } from '../../../moderation/moderate-across-boards.ts';
import { moderate } from '../../../moderation/moderate.ts';
import { emptyResponse, problems, reference } from '../../plugins/schemas.ts';

type PostsContext = Pick<AdminContext, 'pool' | 'clock' | 'postgres' | 'removals'>;

export function adminPostRoutes({ pool, clock, postgres, removals }: PostsContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/posts',
      {
        config: { access: { role: 'moderator', boards: 'named', fields: { thread: 'admin' } } },
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
        const moderation = {
          action,
          board,
          posts,
          threads: thread,
          actor,
          reason,
          now: clock(),
          secret: request.secret,
        };
        const done = await moderate(pool, moderation, postgres.snapshot, removals);
        request.log.info(
          { account: actor, action, board: name, num, subnum, thread, posts: done.posts.length },
          'moderated',
        );
        return reply.send({ posts: done.posts.length });
      },
    );

    app.post(
      '/posts/bulk',
      {
        config: { access: { role: 'moderator', boards: 'any' } },
        schema: {
          operationId: 'moderatePosts',
          summary: 'Hide, show or purge several posts, of one board or several',
          description: 'All posts change or none.',
          tags: ['admin'],
          body: reference(ModeratePosts),
          response: {
            200: reference(ModeratedPosts, 'Done; every later answer reflects the change.'),
            ...problems(400, 401, 403, 404, 409),
          },
        },
      },
      async (request, reply) => {
        const { action, reason = null } = request.body;
        const posts = request.body.posts.map(({ board, num, subnum = 0 }) => ({ board, num, subnum }));
        const actor = signedIn(request).name;
        const moderation = { action, posts, reason, actor, secret: request.secret };
        const changed = await moderateAcrossBoards({ pool, clock, postgres, removals }, moderation);
        request.log.info({ account: actor, action, posts: changed.length }, 'moderated');
        return reply.send({ posts: [...changed] });
      },
    );

    app.post(
      '/files',
      {
        config: { access: { role: 'moderator', boards: 'named' } },
        schema: {
          operationId: 'moderateFile',
          summary: 'Delete or ban a file of a post, in every post that shows it',
          description: 'For moderators of every board that shows the file.',
          tags: ['admin'],
          body: reference(ModerateFile),
          response: {
            204: emptyResponse('Done: the file is served no more. A scraper deletes it within seconds.'),
            ...problems(400, 401, 403, 404),
          },
        },
      },
      async (request, reply) => {
        const { action, board: name, num, subnum = 0, place = 0, reason = null } = request.body;
        const board = await boardNamed(pool, name);
        await moderateFile(
          pool,
          { action, board, post: { num, subnum, place }, reason, secret: request.secret },
          removals,
        );
        request.log.info(
          { account: signedIn(request).name, action, board: name, num, subnum, place },
          'file moderated',
        );
        return reply.code(204).send(undefined);
      },
    );
  };
}
