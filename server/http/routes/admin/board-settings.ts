import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  changeBoardSettings,
  readBoardSettings,
  releaseHeldOf,
  type SettingsContext,
} from '../../../admin/boards/settings.ts';
import { signedIn } from '../../../admin/guard.ts';
import { BoardSettings, ChangeBoardSettings, HeldCounts } from '../../../../mappings/contract/board-settings.ts';
import { BoardPath } from '../../../../mappings/contract/thread-list.ts';
import { problems, reference } from '../../plugins/schemas.ts';

export function adminBoardSettingsRoutes(house: SettingsContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/boards/:board/settings',
      {
        schema: {
          operationId: 'getBoardSettings',
          summary: 'How a board is polled and what of it is kept; and what is held of it',
          tags: ['admin'],
          params: BoardPath,
          response: { 200: reference(BoardSettings, 'All settings there are.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => reply.send(await readBoardSettings(house, request.params.board)),
    );

    app.patch(
      '/boards/:board/settings',
      {
        schema: {
          operationId: 'changeBoardSettings',
          summary: 'Change some settings of a board, all at once or none; its scraper acts on them with its next look',
          tags: ['admin'],
          params: BoardPath,
          body: reference(ChangeBoardSettings),
          response: {
            200: reference(BoardSettings, 'All settings as they are now.'),
            ...problems(400, 401, 403, 404, 409),
          },
        },
      },
      async (request, reply) => {
        const { board } = request.params;
        const { settings: changes, revision = null } = request.body;
        const { settings, changed } = await changeBoardSettings(house, board, { changes, revision });
        request.log.info({ user: signedIn(request).name, board, changed }, 'settings of a board are changed');
        return reply.send(settings);
      },
    );

    app.post(
      '/boards/:board/release',
      {
        schema: {
          operationId: 'releaseHeld',
          summary:
            'Judge what vanished in masses after all: it is looked for again, and said to be deleted if it is gone',
          tags: ['admin'],
          params: BoardPath,
          response: { 200: reference(HeldCounts, 'How much is no longer held.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const { board } = request.params;
        const released = await releaseHeldOf(house, board);
        request.log.info({ user: signedIn(request).name, board, released }, 'what was held is let go');
        return reply.send(released);
      },
    );
  };
}
