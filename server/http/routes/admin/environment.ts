import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { EnvironmentSettings } from '../../../../mappings/contract/environment.ts';
import { asAdmin } from '../../../admin/as-account.ts';
import type { AdminContext } from '../../../admin/context.ts';
import { readEnvironment } from '../../../admin/environment.ts';
import { problems, reference } from '../../plugins/schemas.ts';

export function adminEnvironmentRoutes(context: AdminContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/environment',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'getEnvironmentSettings',
          summary: 'The settings of the environment of each server, indexer and scraper, with their sources',
          description: 'Secrets, and passwords in addresses, are left out.',
          tags: ['admin'],
          response: {
            200: reference(EnvironmentSettings, 'Processes, and all settings by name.'),
            ...problems(401, 403),
          },
        },
      },
      async (request, reply) => {
        await asAdmin(context.pool, request.secret, async () => Promise.resolve());
        return reply.send(await readEnvironment(context));
      },
    );
  };
}
