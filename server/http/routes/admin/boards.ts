import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  AddBoard,
  BoardRemoval,
  ManagedBoard,
  RemoveBoard,
  RenameBoard,
} from '../../../../mappings/contract/board-management.ts';
import { BoardPath } from '../../../../mappings/contract/thread-list.ts';
import { AdminBoardList } from '../../../../mappings/contract/admin.ts';
import { addBoard, planRemoval, removeManaged, renameBoard } from '../../../admin/boards/manage.ts';
import type { SettingsContext } from '../../../admin/boards/settings.ts';
import { createBoardStatus, type BoardStatusOptions } from '../../../admin/boards/status.ts';
import { asAdmin } from '../../../admin/as-account.ts';
import { testBoardSource } from '../../../admin/boards/test-source.ts';
import { SourceTest } from '../../../../mappings/contract/source-test.ts';
import { disconnectSignal } from '../../plugins/client-disconnect.ts';
import { signedIn } from '../../plugins/guard.ts';
import { problems, reference } from '../../plugins/schemas.ts';

export function adminBoardRoutes(context: SettingsContext & BoardStatusOptions): FastifyPluginAsyncTypebox {
  const readStatus = createBoardStatus(context);
  return async (app) => {
    app.get(
      '/boards',
      {
        config: { access: { role: 'janitor', boards: 'any' } },
        schema: {
          operationId: 'listAdminBoards',
          summary:
            'Status of the boards on which the account has a role: posts, documents, indexing lag, indices, harvest and unfinished tasks',
          tags: ['admin'],
          response: { 200: reference(AdminBoardList, 'The boards of the account, by name.'), ...problems(401, 403) },
        },
      },
      async (request, reply) => reply.send(await readStatus(request.secret)),
    );

    app.post(
      '/boards',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'addBoard',
          summary: 'Add a board to the archive; a running scraper starts within seconds',
          description:
            'The source is not asked whether it has the board: POST /api/v1/admin/boards/test does that, and GET /api/v1/admin/boards has the answers afterwards.',
          tags: ['admin'],
          body: reference(AddBoard),
          response: { 201: reference(ManagedBoard, 'Added.'), ...problems(400, 401, 403, 409) },
        },
      },
      async (request, reply) => {
        const added = await addBoard(context, request.secret, request.body);
        request.log.info({ account: signedIn(request).name, board: added.name }, 'board added');
        return reply.code(201).send(added);
      },
    );

    app.post(
      '/boards/test',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'testBoardSource',
          summary: 'Request a board from its source, without adding it',
          description:
            'A scraper makes the requests, with its limits: to public addresses only, apart from hosts that its settings allow. The answer takes some seconds.',
          tags: ['admin'],
          body: reference(AddBoard),
          response: { 200: reference(SourceTest, 'What the source answers.'), ...problems(400, 401, 403) },
        },
      },
      async (request, reply) => {
        await asAdmin(context.pool, request.secret, async () => Promise.resolve());
        return reply.send(await testBoardSource(context, request.body, disconnectSignal(reply)));
      },
    );

    app.patch(
      '/boards/:board',
      {
        config: { access: { role: 'admin', boards: 'named' } },
        schema: {
          operationId: 'renameBoard',
          summary: 'Change the title of a board, or whether it is safe for work',
          description: 'Its name stays, since addresses, exports and the log of removals name the board by it.',
          tags: ['admin'],
          params: BoardPath,
          body: reference(RenameBoard),
          response: { 200: reference(ManagedBoard, 'The board now.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) =>
        reply.send(await renameBoard(context, request.secret, request.params.board, request.body)),
    );

    app.get(
      '/boards/:board/removal',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'planBoardRemoval',
          summary: 'Counts of everything that a removal of the board would delete',
          tags: ['admin'],
          params: BoardPath,
          response: { 200: reference(BoardRemoval, 'Nothing changes.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => reply.send(await planRemoval(context, request.secret, request.params.board)),
    );

    app.post(
      '/boards/:board/remove',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'removeBoard',
          summary: 'Remove a board with its posts, files and everything else that is kept about it, for good',
          description: 'Files that other boards show stay. Boards with more than 200,000 posts: `sagasu board remove`.',
          tags: ['admin'],
          params: BoardPath,
          body: reference(RemoveBoard),
          response: { 200: reference(BoardRemoval, 'What was removed.'), ...problems(400, 401, 403, 404, 409) },
        },
      },
      async (request, reply) => {
        const { board } = request.params;
        const removed = await removeManaged(context, request.secret, board, request.body.confirm);
        request.log.info({ account: signedIn(request).name, board, posts: removed.posts }, 'board removed');
        return reply.send(removed);
      },
    );
  };
}
