/** Actions of readers in FoolFuuka's API: reporting posts, and deleting their own ghost posts. Clients send forms. */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { PostNumber } from '../../../../mappings/post.ts';
import { assertSameOrigin } from '../../../../server/http/plugins/guard.ts';
import { boardNamed } from '../../../../server/boards/board-named.ts';
import { boardNameOf, lastOf, postNumberOf } from '../../../../server/http/form-fields.ts';
import { docIdOf } from './parameters.ts';
import { postOfDocId } from './load-posts.ts';
import type { Offers } from '../../../../server/module.ts';
import { report } from '../../../../server/reports/report.ts';
import { NotFoundError, RefusedError } from '../../../../server/shared/errors.ts';
import { acceptForms } from '../../../../server/http/form-body.ts';
import { disconnectSignal } from '../../../../server/http/plugins/client-disconnect.ts';
import { sendError } from '../../../../server/http/plugins/problems.ts';
import { requestContextOf } from '../../../../server/http/plugins/rate-limit.ts';
import type { ReportRoutesOptions } from '../../../../server/http/routes/archive/reports.ts';
import { noteOf } from '../../../../server/http/routes/report-form.ts';
import { sendFoolFuukaError } from './routes.ts';
import * as operations from './operations.ts';
import { FOR_READERS } from '../../../../server/http/access.ts';

type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Pages of 4chan on which 4chan X runs. */
const OF_4CHAN = /^https:\/\/(boards|sys)\.4chan(nel)?\.org$/;

const DELETED = { success: 'The post was deleted.' };
const DONE = { success: 'You have successfully submitted a report for this post.' };

export function foolFuukaActionRoutes(options: ReportRoutesOptions, { deleteByPassword }: Offers): FastifyPluginAsync {
  const { pool, boards, cookie, publicUrl } = options;

  const take = async ({ request, reply }: Exchange, fields: Fields, post: PostNumber, origin: 'pages' | 'offsite') => {
    const board = await boardNamed(boards, boardNameOf(fields['board']));
    const note = noteOf(lastOf(fields['reason']));
    const secret = origin === 'pages' ? cookie.tokenIn(request.headers.cookie ?? '') : '';
    const signal = disconnectSignal(reply);
    const ofRequest = { address: request.ip, secret, signal, hasTicket: false };
    const given = { board, post, category: 'other', note, origin, ...ofRequest } as const;
    await report({ ...options, log: request.log }, given);
  };

  return async (app) => {
    acceptForms(app);
    app.setErrorHandler<Error>((error, request, reply) => sendError(error, request, reply, sendFoolFuukaError));

    app.post('/offsite_report', { ...FOR_READERS, schema: operations.OFFSITE_REPORT }, async (request, reply) => {
      // Pages of any other site could report from the networks of all their visitors.
      if (!OF_4CHAN.test(request.headers.origin ?? '')) assertSameOrigin(request, publicUrl);
      const fields = (request.body ?? {}) as Fields;
      await take({ request, reply }, fields, postNumberOf(fields['num']), 'offsite');
      return reply.send(DONE);
    });

    app.post('/user_actions', { ...FOR_READERS, schema: operations.USER_ACTIONS }, async (request, reply) => {
      assertSameOrigin(request, publicUrl);
      const fields = (request.body ?? {}) as Fields;
      const action = lastOf(fields['action']);
      if (action !== 'report' && (action !== 'delete' || deleteByPassword === undefined))
        throw new RefusedError(422, 'parameter_invalid', 'Unknown action.');
      const board = await boardNamed(boards, boardNameOf(fields['board']));
      const post = await postOfDocId(pool, board, docIdOf(fields['doc_id']));
      if (post === null) throw new NotFoundError('post_unknown', 'Post not found.');
      if (action === 'delete' && deleteByPassword !== undefined) {
        const writer = requestContextOf(request, reply);
        await deleteByPassword({
          board,
          post,
          password: lastOf(fields['password']),
          address: request.ip,
          writer,
        });
        return reply.send(DELETED);
      }
      await take({ request, reply }, fields, post, 'pages');
      return reply.send(DONE);
    });
  };
}
