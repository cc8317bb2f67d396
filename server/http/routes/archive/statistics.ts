import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Activity, ArchiveStatistics, BoardStatistics } from '../../../../mappings/contract/statistics.ts';
import { BoardPath } from '../../../../mappings/contract/thread-list.ts';
import { requestContextOf } from '../../plugins/rate-limit.ts';
import { problems, reference } from '../../plugins/schemas.ts';
import type { SearchContext } from '../../../search/context.ts';
import { createActivity } from '../../../statistics/activity.ts';
import { createArchiveStatistics } from '../../../statistics/archive-statistics.ts';
import { createBoardStatistics } from '../../../statistics/board-statistics.ts';
import { boardNamed } from '../../../boards/board-named.ts';

export function statisticsRoutes(context: SearchContext): FastifyPluginAsyncTypebox {
  const statisticsOf = createBoardStatistics(context);
  const activity = createActivity(context);
  const archiveStatistics = createArchiveStatistics(context);
  return async (app) => {
    app.get(
      '/boards/:board/statistics',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'getBoardStatistics',
          summary: 'When, from where and in which threads people post on a board',
          description:
            'Visible posts only, in UTC. Counts are shared for ten minutes, or until something is hidden or shown; `fresh_until` ' +
            'says when they expire. Counting anew costs as much of the rate limit as twelve searches.',
          tags: ['archive'],
          params: BoardPath,
          response: {
            200: reference(BoardStatistics, 'Counts, with the time at which they were taken.'),
            ...problems(400, 404),
          },
        },
      },
      async (request, reply) => {
        const { name } = await boardNamed(context.boards, request.params.board);
        return reply
          .header('cache-control', 'no-cache')
          .send(await statisticsOf(name, requestContextOf(request, reply)));
      },
    );
    app.get(
      '/statistics',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'getArchiveStatistics',
          summary: 'Posts, threads, files and the rate of posts of every board',
          description:
            'Visible posts only. Counts are shared for ten minutes, or until something is hidden or shown. Counting anew costs as ' +
            'much of the rate limit as twelve searches.',
          tags: ['archive'],
          response: {
            200: reference(ArchiveStatistics, 'Counts, with the time at which they were taken.'),
            ...problems(),
          },
        },
      },
      async (request, reply) =>
        reply
          .header('cache-control', 'no-cache')
          .send(await archiveStatistics(requestContextOf(request, reply, { timeBudget: null }))),
    );
    app.get(
      '/activity',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'getActivity',
          summary: 'Posts per board in the last days, the busiest threads, and the newest pictures',
          description:
            'Visible posts only, in UTC. Counts are shared for a minute, or until something is hidden or shown.',
          tags: ['archive'],
          response: { 200: reference(Activity, 'Counts, with the time at which they were taken.'), ...problems() },
        },
      },
      async (request, reply) =>
        reply.header('cache-control', 'no-cache').send(await activity(requestContextOf(request, reply))),
    );
  };
}
