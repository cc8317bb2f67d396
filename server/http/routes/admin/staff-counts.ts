import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type pg from 'pg';
import { StaffCounts } from '../../../../mappings/contract/staff-counts.ts';
import { CORE_COUNTS, readStaffCounts, type StaffCount } from '../../../admin/staff-counts.ts';
import { signedIn } from '../../plugins/guard.ts';
import { problems, reference } from '../../plugins/schemas.ts';

export function adminStaffCountRoutes(pool: pg.Pool, ofModules: readonly StaffCount[]): FastifyPluginAsyncTypebox {
  const declared = [...CORE_COUNTS, ...ofModules];
  return async (app) => {
    app.get(
      '/counts',
      {
        config: { access: { role: 'janitor', boards: 'any' } },
        schema: {
          operationId: 'readStaffCounts',
          summary: 'How much waits for staff',
          description:
            'Reports, appeals, failed tasks and others, as far as the roles of the account allow. Each count ends at 1000.',
          tags: ['admin'],
          response: { 200: reference(StaffCounts, 'The counts.'), ...problems(401, 403) },
        },
      },
      async (request, reply) => {
        const counts = await readStaffCounts(pool, request.secret, signedIn(request).roles, declared);
        return reply.send({ counts });
      },
    );
  };
}
