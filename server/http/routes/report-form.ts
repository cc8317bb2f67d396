/** `/_/report`: the report of a post as an HTML form, for readers without scripts. */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { nameOf, type PostNumber } from '../../../mappings/post.ts';
import { MAX_NOTE, REPORT_CATEGORIES, REPORT_TICKET_FORM } from '../../../mappings/report.ts';
import { ticketCodeIn } from '../../../mappings/ticket.ts';
import { escapeHtml } from '../../../mappings/comment/print-html.ts';
import { assertSameOrigin } from '../plugins/guard.ts';
import { boardNamed } from '../../boards/board-named.ts';
import { boardNameOf, lastOf, postNumberOf } from '../form-fields.ts';
import { contentPage, formPage } from '../short-pages/documents.ts';
import { ticketForm } from '../short-pages/ticket-form.ts';
import type { FormTexts } from '../short-pages/texts.ts';
import { report } from '../../reports/report.ts';
import { RefusedError } from '../../shared/errors.ts';
import { acceptForms } from '../form-body.ts';
import { disconnectSignal } from '../plugins/client-disconnect.ts';
import { sendError } from '../plugins/problems.ts';
import { languageOf, sendProblemPage, sendShortPage } from '../short-pages.ts';
import type { ReportRoutesOptions } from './archive/reports.ts';
import { FOR_READERS } from '../access.ts';

export const REPORT_PATH = '/_/report';

type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

export function reportForm(options: ReportRoutesOptions): FastifyPluginAsync {
  const { boards, cookie, publicUrl } = options;
  const placeOf = async (fields: Fields) => ({
    board: await boardNamed(boards, boardNameOf(fields['board'])),
    post: postNumberOf(fields['num']),
  });
  return async (app) => {
    acceptForms(app);
    app.setErrorHandler<Error>((error, request, reply) =>
      sendError(error, request, reply, (answer, problem) => sendProblemPage(request, answer, problem)),
    );
    app.get(REPORT_PATH, FOR_READERS, async (request, reply) => {
      const { board, post } = await placeOf(request.query as Fields);
      const language = languageOf(request);
      const title = language.t('forms.report', { number: nameOf(post), board: board.name });
      return sendShortPage(reply, formPage(title, REPORT_PATH, fieldsOf(language.t, board.name, post), language));
    });
    app.post(REPORT_PATH, FOR_READERS, async (request: FastifyRequest, reply) => {
      assertSameOrigin(request, publicUrl);
      const fields = (request.body ?? {}) as Fields;
      const place = await placeOf(fields);
      const category = REPORT_CATEGORIES.find((name) => name === lastOf(fields['category']));
      if (category === undefined)
        throw new RefusedError(400, 'category_missing', 'Choose what is wrong with the post.');
      const note = noteOf(lastOf(fields['note']));
      const secret = cookie.tokenIn(request.headers.cookie ?? '');
      const signal = disconnectSignal(reply);
      const sender = { address: request.ip, secret, signal, hasTicket: true };
      const given = { ...place, category, note, origin: 'pages', ...sender } as const;
      const ticket = await report({ ...options, log: request.log }, given);
      const language = languageOf(request);
      const { t } = language;
      const thanks = `<p>${t('forms.is-reported')}</p>${ticket === null ? '' : ticketOf(t, ticket)}`;
      return sendShortPage(reply, contentPage(t('forms.thanks'), thanks, language));
    });
  };
}

/** The link needs scripts; the form shows the same without them. */
function ticketOf(t: FormTexts, address: string): string {
  const code = ticketCodeIn(address) ?? '';
  return (
    `\n<p><a href="${escapeHtml(address)}">${t('report.ticket')}</a></p>\n<p>${t('report.ticket-keep')}</p>\n` +
    `<p>${t('forms.ticket-code')}<br><code>${code}</code></p>\n` +
    ticketForm(REPORT_TICKET_FORM, code, `<p><button>${t('report.ticket')}</button></p>`)
  );
}

/** @throws RefusedError */
export function noteOf(written: string): string {
  if (!written.includes('\0') && written.length <= MAX_NOTE) return written;
  throw new RefusedError(400, 'note_invalid', `The note must be text of at most ${MAX_NOTE} characters.`);
}

function fieldsOf(t: FormTexts, board: string, post: PostNumber): string {
  const choices = REPORT_CATEGORIES.map(
    (name) =>
      `<p><label><input type="radio" name="category" value="${name}" required> ${t(`report.category.${name}`)}</label></p>`,
  );
  return (
    `<input type="hidden" name="board" value="${escapeHtml(board)}">\n` +
    `<input type="hidden" name="num" value="${nameOf(post)}">\n` +
    `<fieldset>\n<legend>${t('report.what')}</legend>\n${choices.join('\n')}\n</fieldset>\n` +
    `<p><label>${t('report.note')}<br>\n<textarea name="note" rows="4" cols="50" maxlength="${MAX_NOTE}"></textarea></label></p>\n` +
    `<p><button>${t('report.send')}</button></p>\n`
  );
}
