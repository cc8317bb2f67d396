/** `/_/report/{token}`: shows a reader what staff decided about the reader's report. Needs no scripts. */
import type { FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import { escapeHtml } from '../../../mappings/comment/print-html.ts';
import { nameOf } from '../../../mappings/post.ts';
import { readTicket, type ReportTicket } from '../../reports/ticket.ts';
import { FOR_READERS } from '../access.ts';
import { sendError } from '../plugins/problems.ts';
import { languageOf, sendProblemPage, sendShortPage } from '../short-pages.ts';
import { contentPage } from '../short-pages/documents.ts';
import type { FormTexts } from '../short-pages/texts.ts';

/** The address is the secret, so it must not be sent to other sites. */
const NO_REFERRER = { 'referrer-policy': 'no-referrer' };

export function reportTicketPage(pool: pg.Pool): FastifyPluginAsync {
  return async (app) => {
    app.setErrorHandler<Error>((error, request, reply) =>
      sendError(error, request, reply, (answer, problem) =>
        sendProblemPage(request, answer.headers(NO_REFERRER), problem),
      ),
    );
    app.get<{ Params: { token: string } }>('/_/report/:token', FOR_READERS, async (request, reply) => {
      const language = languageOf(request);
      const ticket = await readTicket(pool, request.params.token);
      const title = language.t('forms.ticket', { number: nameOf(ticket.post), board: ticket.board });
      return sendShortPage(reply.headers(NO_REFERRER), contentPage(title, linesOf(language.t, ticket), language));
    });
  };
}

function linesOf(t: FormTexts, { reported, decision }: ReportTicket): string {
  const lines = [
    t('forms.ticket-reported', { time: minute(reported) }),
    ...(decision === null
      ? [t('forms.ticket-open')]
      : [
          t('forms.ticket-decided', { time: minute(decision.at) }),
          t(`forms.ticket.${decision.name}`),
          ...(decision.answer === null ? [] : [t('forms.answer', { answer: decision.answer })]),
        ]),
  ];
  return lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n');
}

function minute(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
