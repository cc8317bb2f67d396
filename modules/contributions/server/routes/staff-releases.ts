import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { AddReleaseKey, DumpReleaseList, ReleaseKeyPath, ReleaseTrust } from '../../contract/dump-releases.ts';
import { emptyResponse, problems, reference } from '../../../../server/http/plugins/schemas.ts';
import type { DumpModerator } from '../moderate-dumps.ts';
import { addReleaseKey, listReleases, removeReleaseKey, trustRelease } from '../releases.ts';

const TAGS = ['admin'];

export function staffReleaseRoutes(by: (request: FastifyRequest) => DumpModerator): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/dumps/releases',
      {
        config: { access: { role: 'moderator', boards: 'all' } },
        schema: {
          operationId: 'listDumpReleases',
          summary: 'Signed releases of clients that contributors claim to run, and the listed release keys',
          tags: TAGS,
          response: { 200: reference(DumpReleaseList, 'The newest 200.'), ...problems(401, 403) },
        },
      },
      async (request, reply) => reply.send(await listReleases(by(request))),
    );
    app.put(
      '/dumps/releases/trust',
      {
        config: { access: { role: 'moderator', boards: 'all' } },
        schema: {
          operationId: 'trustDumpRelease',
          summary: 'Trust dumps of contributors who state a release, or no more',
          tags: TAGS,
          body: reference(ReleaseTrust),
          response: { 204: emptyResponse('Done.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        await trustRelease(by(request), request.body);
        return reply.code(204).send(undefined);
      },
    );
    app.post(
      '/dumps/release-keys',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'addReleaseKey',
          summary: 'List a key that signs releases of clients, or rename it',
          description:
            'Releases that contributors stated before are not known: they count when their dumps are sent again.',
          tags: TAGS,
          body: reference(AddReleaseKey),
          response: { 204: emptyResponse('Done.'), ...problems(400, 401, 403) },
        },
      },
      async (request, reply) => {
        await addReleaseKey(by(request), request.body);
        return reply.code(204).send(undefined);
      },
    );
    app.delete(
      '/dumps/release-keys/:key',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'removeReleaseKey',
          summary: 'Remove a release key with all of its releases and the trust in them',
          tags: TAGS,
          params: ReleaseKeyPath,
          response: { 204: emptyResponse('Done.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        await removeReleaseKey(by(request), request.params.key);
        return reply.code(204).send(undefined);
      },
    );
  };
}
