import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ReceivedReport, Report, ReportTicket, ReportTicketOf } from '../../../../mappings/contract/reports.ts';
import { assertSameOrigin } from '../../plugins/guard.ts';
import type { SessionCookie } from '../../../admin/sessions/cookie.ts';
import { boardNamed } from '../../../boards/board-named.ts';
import { report, type ReportContext } from '../../../reports/report.ts';
import { readTicket } from '../../../reports/ticket.ts';
import type { SearchContext } from '../../../search/context.ts';
import { disconnectSignal } from '../../plugins/client-disconnect.ts';
import { problems, reference } from '../../plugins/schemas.ts';
import type { Services } from '../../services.ts';

export interface ReportRoutesOptions extends Omit<ReportContext, 'log'> {
  readonly boards: SearchContext['boards'];
  readonly cookie: SessionCookie;
  readonly publicUrl: string | null;
}

export function reportRoutes(options: ReportRoutesOptions): FastifyPluginAsyncTypebox {
  const { boards, cookie, publicUrl, pool } = options;
  return async (app) => {
    app.post(
      '/reports',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'report',
          summary: 'Report a post to the staff of the archive',
          description:
            'Needs no account. A network (a /24 of IPv4, a /48 of IPv6) reports a post once in 7 days, and at most 30 posts an hour. ' +
            'Pages of other sites may not send reports.',
          tags: ['archive'],
          body: reference(Report),
          response: {
            201: reference(ReceivedReport, 'The report is in the queue of the staff.'),
            ...problems(400, 403, 404, 409),
          },
        },
      },
      async (request, reply) => {
        // Otherwise a page of another site could report from the networks of all its visitors.
        assertSameOrigin(request, publicUrl);
        const { board: name, num, subnum = 0, category, note = null } = request.body;
        const board = await boardNamed(boards, name);
        const secret = cookie.tokenIn(request.headers.cookie ?? '');
        const given = {
          board,
          post: { num, subnum },
          category,
          note,
          origin: 'pages',
          address: request.ip,
          secret,
          hasTicket: true,
          signal: disconnectSignal(reply),
        } as const;
        const ticket = await report({ ...options, log: request.log }, given);
        return reply.code(201).header('cache-control', 'no-store').send({ ticket });
      },
    );

    app.post(
      '/reports/ticket',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'readReportTicket',
          summary: 'The decision of staff about a report, and their answer',
          description: 'A POST request, so that the secret is in no address.',
          tags: ['archive'],
          body: reference(ReportTicketOf),
          response: { 200: reference(ReportTicket), ...problems(400, 403, 404) },
        },
      },
      async (request, reply) => {
        assertSameOrigin(request, publicUrl);
        return reply.header('cache-control', 'no-store').send(await readTicket(pool, request.body.token));
      },
    );
  };
}

export function reportOptions({ config, pool, postgres, boards, admin, writers }: Services): ReportRoutesOptions {
  return { pool, postgres, boards, cookie: admin.cookie, publicUrl: config.publicUrl, writers };
}
