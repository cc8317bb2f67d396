import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type pg from 'pg';
import {
  AuditAddresses,
  AuditChoices,
  AuditEntries,
  AuditList,
  AuditPath,
  AuditQuery,
  UndoneSettings,
} from '../../../../mappings/contract/audit.ts';
import { asAccount, asAdmin, assertModeratorOfAny } from '../../../admin/as-account.ts';
import type { SettingsContext } from '../../../admin/boards/settings.ts';
import { undoSettings } from '../../../admin/boards/undo-settings.ts';
import { signedIn } from '../../plugins/guard.ts';
import { listAudit, listAuditChoices, viewAuditAddresses } from '../../../audit/list.ts';
import { problems, reference } from '../../plugins/schemas.ts';

export function adminAuditRoutes(context: SettingsContext): FastifyPluginAsyncTypebox {
  const { pool } = context;
  return async (app) => {
    app.get(
      '/audit',
      {
        config: { access: { role: 'moderator', boards: 'any' } },
        schema: {
          operationId: 'listAudit',
          summary: 'Actions of staff, newest first; moderators see the actions on posts of their boards',
          tags: ['admin'],
          querystring: AuditQuery,
          response: { 200: reference(AuditList, 'One page of the audit log.'), ...problems(400, 401, 403) },
        },
      },
      async (request, reply) => {
        const { limit = 50, ...filter } = request.query;
        const list = async (client: pg.PoolClient) => {
          await assertModeratorOfAny(client);
          return listAudit(client, { ...filter, limit });
        };
        return reply.send(await asAccount(pool, request.secret, list));
      },
    );

    app.get(
      '/audit/choices',
      {
        config: { access: { role: 'moderator', boards: 'any' } },
        schema: {
          operationId: 'listAuditChoices',
          summary: 'Actors and actions of the entries that the account may see, to filter them',
          tags: ['admin'],
          response: { 200: reference(AuditChoices, 'In alphabetical order.'), ...problems(400, 401, 403) },
        },
      },
      async (request, reply) => {
        return reply.send(await asAccount(pool, request.secret, listChoices));
      },
    );

    app.post(
      '/audit/addresses',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'lookAtAuditAddresses',
          summary: 'From which addresses actions came; the look itself is recorded',
          tags: ['admin'],
          body: reference(AuditEntries),
          response: { 200: reference(AuditAddresses, 'The stored addresses.'), ...problems(400, 401, 403) },
        },
      },
      async (request, reply) => {
        const { ids } = request.body;
        const addresses = await asAdmin(pool, request.secret, async (client) => viewAuditAddresses(client, ids));
        return reply.header('cache-control', 'no-store').send({ addresses: [...addresses] });
      },
    );

    app.post(
      '/audit/:id/undo',
      {
        // The transaction checks the board of the entry.
        config: { access: { role: 'admin', boards: 'any' } },
        schema: {
          operationId: 'undoSettings',
          summary: 'Take back a change of settings, of a board or of the defaults of all boards',
          description: 'Posts are hidden and shown again with `moderate`.',
          tags: ['admin'],
          params: AuditPath,
          response: {
            200: reference(UndoneSettings, 'Done; scrapers apply the settings with their next poll.'),
            ...problems(400, 401, 403, 404, 409),
          },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        const settings = await undoSettings(context, id, request.secret);
        request.log.info({ account: signedIn(request).name, entry: id, settings }, 'change of settings taken back');
        return reply.send({ settings });
      },
    );
  };
}

async function listChoices(client: pg.PoolClient): Promise<AuditChoices> {
  await assertModeratorOfAny(client);
  return listAuditChoices(client);
}
