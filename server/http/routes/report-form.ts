/** `/_/report`: the report of a post as an HTML form, for readers without scripts. */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_NOTE, REPORT_CATEGORIES, type ReportCategory } from '../../../mappings/report.ts';
import { escapeHtml } from '../../../mappings/comment/print-html.ts';
import { assertSameOrigin } from '../../admin/guard.ts';
import { boardNamed } from '../../boards/board-named.ts';
import { boardNameOf, lastOf, postNumberOf } from '../../compat/foolfuuka/parameters.ts';
import { formPage, messagePage } from '../../compat/pages/documents.ts';
import { SHORT_PAGE_POLICY } from '../../compat/pages/short-page.ts';
import { report } from '../../reports/report.ts';
import { RefusedError } from '../errors.ts';
import { acceptForms } from '../form-body.ts';
import { sendError } from '../plugins/problems.ts';
import type { ReportRoutesOptions } from './archive/reports.ts';

export const REPORT_PATH = '/_/report';

type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

const CATEGORY_TEXTS: Readonly<Record<ReportCategory, string>> = {
  child_abuse: 'Sexual abuse of children',
  illegal: 'Illegal in another way',
  personal_data: 'Personal data of somebody',
  copyright: 'Infringes copyright',
  spam: 'Spam or flood',
  other: 'Something else',
};

export function reportForm(options: ReportRoutesOptions): FastifyPluginAsync {
  const { boards, cookie, publicUrl } = options;
  const placeOf = async (fields: Fields) => ({
    board: await boardNamed(boards, boardNameOf(fields['board'])),
    post: postNumberOf(fields['num']),
  });
  return async (app) => {
    acceptForms(app);
    app.setErrorHandler<Error>((error, request, reply) =>
      sendError(error, request, reply, (answer, { status, detail }) =>
        send(answer.code(status), messagePage('The report was not sent', detail)),
      ),
    );
    app.get(REPORT_PATH, { schema: { hide: true } }, async (request, reply) => {
      const { board, post } = await placeOf(request.query as Fields);
      return send(
        reply,
        formPage(`Report post ${post.num} on /${board.name}/`, REPORT_PATH, fieldsOf(board.name, post)),
      );
    });
    app.post(REPORT_PATH, { schema: { hide: true } }, async (request: FastifyRequest, reply) => {
      assertSameOrigin(request, publicUrl);
      const fields = (request.body ?? {}) as Fields;
      const place = await placeOf(fields);
      const category = REPORT_CATEGORIES.find((name) => name === lastOf(fields['category']));
      if (category === undefined) throw new RefusedError(400, 'request_invalid', 'Choose what is wrong with the post.');
      const note = noteOf(lastOf(fields['note']));
      const secret = cookie.tokenIn(request.headers.cookie ?? '');
      const given = { ...place, category, note, origin: 'pages', address: request.ip, secret } as const;
      await report({ ...options, log: request.log }, given);
      return send(reply, messagePage('Thank you', 'The report is in the queue of the staff.'));
    });
  };
}

/** @throws RefusedError */
export function noteOf(written: string): string {
  if (!written.includes('\0') && written.length <= MAX_NOTE) return written;
  throw new RefusedError(400, 'request_invalid', `The note must be text of at most ${MAX_NOTE} characters.`);
}

function send(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': SHORT_PAGE_POLICY, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    .send(page);
}

function fieldsOf(board: string, { num, subnum }: { readonly num: number; readonly subnum: number }): string {
  const choices = REPORT_CATEGORIES.map(
    (name) =>
      `<p><label><input type="radio" name="category" value="${name}" required> ${CATEGORY_TEXTS[name]}</label></p>`,
  );
  return (
    `<input type="hidden" name="board" value="${escapeHtml(board)}">\n` +
    `<input type="hidden" name="num" value="${num}${subnum > 0 ? `_${subnum}` : ''}">\n` +
    `<fieldset>\n<legend>What is wrong with it?</legend>\n${choices.join('\n')}\n</fieldset>\n` +
    `<p><label>What should the staff know? (optional)<br>\n<textarea name="note" rows="4" cols="50" maxlength="${MAX_NOTE}"></textarea></label></p>\n` +
    '<p><button>Send the report</button></p>\n'
  );
}
