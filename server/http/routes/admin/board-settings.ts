import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  changeBoardDefaults,
  changeBoardSettings,
  readBoardDefaults,
  readBoardSettings,
  releaseHeldOf,
  type SettingsContext,
} from '../../../admin/boards/settings.ts';
import { signedIn } from '../../plugins/guard.ts';
import {
  BoardDefaults,
  BoardSettings,
  ChangeBoardSettings,
  HeldCounts,
} from '../../../../mappings/contract/board-settings.ts';
import { BoardPath } from '../../../../mappings/contract/thread-list.ts';
import { problems, reference } from '../../plugins/schemas.ts';

export function adminBoardSettingsRoutes(context: SettingsContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/boards/:board/settings',
      {
        config: { access: { role: 'admin', boards: 'named' } },
        schema: {
          operationId: 'getBoardSettings',
          summary: 'Settings of a board, and counts of what is held of it',
          tags: ['admin'],
          params: BoardPath,
          response: {
            200: reference(BoardSettings, 'All settings, including defaults.'),
            ...problems(400, 401, 403, 404),
          },
        },
      },
      async (request, reply) => reply.send(await readBoardSettings(context, request.params.board, request.secret)),
    );

    app.patch(
      '/boards/:board/settings',
      {
        config: { access: { role: 'admin', boards: 'named' } },
        schema: {
          operationId: 'changeBoardSettings',
          summary: 'Change settings of a board, all or none; scrapers apply them with their next poll',
          tags: ['admin'],
          params: BoardPath,
          body: reference(ChangeBoardSettings),
          response: {
            200: reference(BoardSettings, 'All settings after the change.'),
            ...problems(400, 401, 403, 404, 409),
          },
        },
      },
      async (request, reply) => {
        const { board } = request.params;
        const { settings: changes, revision = null } = request.body;
        const { settings, changed } = await changeBoardSettings(context, board, {
          changes,
          revision,
          secret: request.secret,
        });
        request.log.info({ account: signedIn(request).name, board, changed }, 'board settings changed');
        return reply.send(settings);
      },
    );

    app.get(
      '/board-defaults',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'getBoardDefaults',
          summary: 'Settings of all boards that have no value of their own',
          tags: ['admin'],
          response: {
            200: reference(BoardDefaults, 'All settings, including built-in defaults.'),
            ...problems(400, 401, 403),
          },
        },
      },
      async (request, reply) => reply.send(await readBoardDefaults(context, request.secret)),
    );

    app.patch(
      '/board-defaults',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'changeBoardDefaults',
          summary: 'Change defaults of all boards, all or none; scrapers apply them with their next poll',
          tags: ['admin'],
          body: reference(ChangeBoardSettings),
          response: {
            200: reference(BoardDefaults, 'All settings after the change.'),
            ...problems(400, 401, 403, 409),
          },
        },
      },
      async (request, reply) => {
        const { settings: changes, revision = null } = request.body;
        const { settings, changed } = await changeBoardDefaults(context, {
          changes,
          revision,
          secret: request.secret,
        });
        request.log.info({ account: signedIn(request).name, changed }, 'defaults of all boards changed');
        return reply.send(settings);
      },
    );

    app.post(
      '/boards/:board/release',
      {
        config: { access: { role: 'admin', boards: 'named' } },
        schema: {
          operationId: 'releaseHeld',
          summary: 'Release what is held: scrapers check again whether it is missing, and mark what is as deleted',
          tags: ['admin'],
          params: BoardPath,
          response: {
            200: reference(HeldCounts, 'How many posts, threads and files were released.'),
            ...problems(400, 401, 403, 404),
          },
        },
      },
      async (request, reply) => {
        const { board } = request.params;
        const released = await releaseHeldOf(context, board, request.secret);
        request.log.info(
          { account: signedIn(request).name, board, released },
          'held posts, threads and files released',
        );
        return reply.send(released);
      },
    );
  };
}
