import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ProofChallenge } from '../../../mappings/contract/proof-of-work.ts';
import { ChallengeQuery, DeleteGhost, WriteGhost, WrittenGhost } from '../contract/ghosts.ts';
import { assertSameOrigin } from '../../../server/http/plugins/guard.ts';
import { boardNamed } from '../../../server/boards/board-named.ts';
import { deleteByPassword } from './delete-ghost.ts';
import { addGhost, proofModeOf, type GhostContext } from './add-ghost.ts';
import type { SearchContext } from '../../../server/search/context.ts';
import { requestContextOf } from '../../../server/http/plugins/rate-limit.ts';
import { emptyResponse, problems, reference } from '../../../server/http/plugins/schemas.ts';

export interface GhostRoutesOptions extends GhostContext {
  readonly boards: SearchContext['boards'];
  readonly publicUrl: string | null;
}

export function ghostRoutes(options: GhostRoutesOptions): FastifyPluginAsyncTypebox {
  const { boards, publicUrl } = options;
  return async (app) => {
    app.get(
      '/ghosts/challenge',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'ghostChallenge',
          summary: 'A proof of work to do before a ghost post',
          description:
            'A challenge of ALTCHA (version 2, PBKDF2), valid for half an hour and for one post on the board. Its solution goes into `proof` of the post.',
          tags: ['archive'],
          querystring: ChallengeQuery,
          response: {
            200: reference(ProofChallenge),
            204: emptyResponse('The board asks for no proof of work.'),
            ...problems(400, 403, 404),
          },
        },
      },
      async (request, reply) => {
        const board = await boardNamed(boards, request.query.board);
        void reply.header('cache-control', 'no-store');
        if ((await proofModeOf(options, board)) === 'none') return reply.code(204).send(undefined);
        return options.proofs.challenge({ board: board.name });
      },
    );

    app.post(
      '/ghosts',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'writeGhost',
          summary: 'Write a ghost post: a reply that is on the archive only',
          description:
            'On boards whose `ghosts` is true. An IPv4 address or an IPv6 /48 waits between two posts; a /24 or /48 writes at most 60 an hour. ' +
            'Pages of other sites may not write.',
          tags: ['archive'],
          body: reference(WriteGhost),
          response: { 201: reference(WrittenGhost, 'Stored.'), ...problems(400, 403, 404, 409) },
        },
      },
      async (request, reply) => {
        assertSameOrigin(request, publicUrl);
        const { board: name, thread, comment, password } = request.body;
        const { name: typedName = '', email = '', subject = '', proof = '' } = request.body;
        const board = await boardNamed(boards, name);
        const typed = { name: typedName, email, subject, comment, password };
        const writer = requestContextOf(request, reply);
        const ghost = await addGhost(options, { board, thread, typed, address: request.ip, proof, writer });
        return reply
          .code(201)
          .header('cache-control', 'no-store')
          .send({ board: board.name, thread, ...ghost });
      },
    );

    app.post(
      '/ghosts/delete',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'deleteGhost',
          summary: 'Delete a ghost post with its password, for good',
          tags: ['archive'],
          body: reference(DeleteGhost),
          response: { 204: emptyResponse('Its content is gone.'), ...problems(400, 403, 404) },
        },
      },
      async (request, reply) => {
        assertSameOrigin(request, publicUrl);
        const { board: name, num, subnum, password } = request.body;
        await deleteByPassword(options, {
          board: await boardNamed(boards, name),
          post: { num, subnum },
          password,
          address: request.ip,
          writer: requestContextOf(request, reply),
        });
        return reply.code(204).header('cache-control', 'no-store').send(undefined);
      },
    );
  };
}
