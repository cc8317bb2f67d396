import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Overview } from '../../../../mappings/contract/overview.ts';
import { asAccount, assertStaffOfAny } from '../../../admin/as-account.ts';
import { readOverview } from '../../../overview/collect.ts';
import type { OverviewPart, OverviewStores } from '../../../overview/part.ts';
import { signedIn } from '../../plugins/guard.ts';
import { problems, reference } from '../../plugins/schemas.ts';

export function adminOverviewRoutes(stores: OverviewStores, parts: readonly OverviewPart[]): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/overview',
      {
        config: { access: { role: 'janitor', boards: 'any' } },
        schema: {
          operationId: 'readOverview',
          summary: 'State of the archive and work that waits for staff',
          description:
            'Only the parts that the roles of the account allow, about their boards. A part that cannot be read within seconds says why in `unread`.',
          tags: ['admin'],
          response: { 200: reference(Overview, 'The overview.'), ...problems(401, 403) },
        },
      },
      async (request, reply) => {
        const { roles } = signedIn(request);
        await asAccount(stores.pool, request.secret, assertStaffOfAny);
        return reply.send(await readOverview(stores, parts, { secret: request.secret, roles }));
      },
    );
  };
}
