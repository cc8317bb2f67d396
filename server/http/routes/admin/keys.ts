import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { addKey, listKeys, revokeKey, type ListedKey as Key } from '../../../admin/api-keys.ts';
import type { AdminContext } from '../../../admin/context.ts';
import { signedIn } from '../../plugins/guard.ts';
import { AddedKey, AddKey, KeyList, KeyPath, type ListedKey } from '../../../../mappings/contract/keys.ts';
import { emptyResponse, problems, reference } from '../../plugins/schemas.ts';

const tags = ['admin'];
const DAY_MS = 86_400_000;

export function adminKeyRoutes({ pool }: Pick<AdminContext, 'pool'>): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/keys',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'listKeys',
          summary: 'Keys of programs',
          tags,
          response: { 200: reference(KeyList, 'All keys, by name.'), ...problems(401, 403) },
        },
      },
      async (request, reply) => reply.send({ keys: (await listKeys(pool, request.secret)).map(present) }),
    );

    app.post(
      '/keys',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'addKey',
          summary: 'Create a key',
          tags,
          body: reference(AddKey),
          response: {
            201: reference(AddedKey, 'The key, which is shown only now.'),
            ...problems(400, 401, 403, 404, 409),
          },
        },
      },
      async (request, reply) => {
        const { name, scopes = ['read'], roles, per_minute: perMinute = null, days = null } = request.body;
        // PostgreSQL compares it with its own clock.
        const expiresAt = days === null ? null : new Date(Date.now() + days * DAY_MS);
        const key = await addKey(pool, { name, scopes, roles, perMinute, expiresAt }, request.secret);
        request.log.info({ account: signedIn(request).name, added: name, roles }, 'key added');
        return reply.code(201).send({ key, expires_at: expiresAt?.toISOString() ?? null });
      },
    );

    app.delete(
      '/keys/:name',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'revokeKey',
          summary: 'Revoke a key; takes effect within seconds',
          tags,
          params: KeyPath,
          response: { 204: emptyResponse('Revoked.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const { name } = request.params;
        await revokeKey(pool, name, request.secret);
        request.log.info({ account: signedIn(request).name, revoked: name }, 'key revoked');
        return reply.code(204).send(undefined);
      },
    );
  };
}

function present({ name, scopes, roles, perMinute, createdAt, expiresAt, lastUsedAt }: Key): ListedKey {
  return {
    name,
    scopes: [...scopes],
    roles: [...roles],
    per_minute: perMinute,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}
