import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { asAdmin } from '../../../admin/as-account.ts';
import { signedIn } from '../../plugins/guard.ts';
import type { AdminContext } from '../../../admin/context.ts';
import { Identity, IdentityAliases, IdentityList, IdentityPath } from '../../../../mappings/contract/identity.ts';
import { listIdentities, removeIdentity, setAliases } from '../../../identities/identities.ts';
import { problems, reference } from '../../plugins/schemas.ts';

export function adminIdentityRoutes({ pool }: Pick<AdminContext, 'pool'>): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/identities',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'listIdentities',
          summary: 'Identities and their aliases',
          tags: ['admin'],
          response: { 200: reference(IdentityList, 'All identities, by name.'), ...problems(401, 403) },
        },
      },
      async (request, reply) =>
        reply.send({ identities: await asAdmin(pool, request.secret, async (client) => listIdentities(client)) }),
    );

    app.put(
      '/identities/:name',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'setIdentity',
          summary: 'Replace the aliases of an identity; creates the identity if it does not exist',
          tags: ['admin'],
          params: IdentityPath,
          body: reference(IdentityAliases),
          response: { 200: reference(Identity, 'The identity after the change.'), ...problems(400, 401, 403, 409) },
        },
      },
      async (request, reply) => {
        const { name } = request.params;
        const { aliases } = request.body;
        await asAdmin(pool, request.secret, async (client) => setAliases(client, name, aliases));
        request.log.info({ account: signedIn(request).name, identity: name, aliases: aliases.length }, 'aliases set');
        const identity = (await listIdentities(pool)).find((one) => one.name === name);
        return reply.send(identity ?? { name, aliases: [] });
      },
    );

    app.delete(
      '/identities/:name',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'removeIdentity',
          summary: 'Remove an identity and its aliases; posts do not change',
          tags: ['admin'],
          params: IdentityPath,
          response: { 204: Type.Null({ description: 'Removed.' }), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const { name } = request.params;
        await asAdmin(pool, request.secret, async (client) => removeIdentity(client, name));
        request.log.info({ account: signedIn(request).name, identity: name }, 'identity removed');
        return reply.code(204).send(null);
      },
    );
  };
}
