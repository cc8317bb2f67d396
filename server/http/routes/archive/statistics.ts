import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Activity, BoardStatistics } from '../../../../mappings/contract/statistics.ts';
import { BoardPath } from '../../../../mappings/contract/thread-list.ts';
import { problems, reference } from '../../plugins/schemas.ts';
import type { SearchHouse } from '../../../search/context.ts';
import { createActivity } from '../../../statistics/activity.ts';
import { createBoardStatistics } from '../../../statistics/board-statistics.ts';
import { boardNamed } from './threads.ts';

export function statisticsRoutes(house: SearchHouse): FastifyPluginAsyncTypebox {
  const statisticsOf = createBoardStatistics(house);
  const activity = createActivity(house);
  return async (app) => {
    app.get(
      '/boards/:board/statistics',
      {
        schema: {
          operationId: 'getBoardStatistics',
          summary: 'What a board is like: when, from where and in which threads people write there',
          tags: ['archive'],
          params: BoardPath,
          response: { 200: reference(BoardStatistics, 'Counts, and from when they are.'), ...problems(400, 404) },
        },
      },
      async (request, reply) => {
        const { name } = await boardNamed(house.boards, request.params.board);
        return reply.header('cache-control', 'no-cache').send(await statisticsOf(name));
      },
    );
    app.get(
      '/activity',
      {
        schema: {
          operationId: 'getActivity',
          summary: 'How much is being written on each board, and the threads that are discussed now',
          tags: ['archive'],
          response: { 200: reference(Activity, 'Counts, and from when they are.'), ...problems() },
        },
      },
      async (_request, reply) => reply.header('cache-control', 'no-cache').send(await activity()),
    );
  };
}
