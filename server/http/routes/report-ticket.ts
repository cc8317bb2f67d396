/** `/_/report/ticket`: shows a reader without scripts what staff decided about the reader's report. */
import type { FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import { escapeHtml } from '../../../mappings/comment/print-html.ts';
import type { ReportTicket } from '../../../mappings/contract/reports.ts';
import { nameOf } from '../../../mappings/post.ts';
import { REPORT_TICKET_FORM } from '../../../mappings/report.ts';
import { readTicket } from '../../reports/ticket.ts';
import { FOR_READERS } from '../access.ts';
import { acceptForms, type FormBody } from '../form-body.ts';
import { assertSameOrigin } from '../plugins/guard.ts';
import { sendError } from '../plugins/problems.ts';
import { languageOf, sendProblemPage, sendShortPage } from '../short-pages.ts';
import { contentPage } from '../short-pages/documents.ts';
import { ticketCodeOf } from '../short-pages/ticket-form.ts';
import type { FormTexts } from '../short-pages/texts.ts';

export function reportTicketForm(pool: pg.Pool, publicUrl: string | null): FastifyPluginAsync {
  return async (app) => {
    acceptForms(app);
    app.setErrorHandler<Error>((error, request, reply) =>
      sendError(error, request, reply, (answer, problem) => sendProblemPage(request, answer, problem)),
    );
    app.post(REPORT_TICKET_FORM, FOR_READERS, async (request, reply) => {
      assertSameOrigin(request, publicUrl);
      const language = languageOf(request);
      const ticket = await readTicket(pool, ticketCodeOf((request.body ?? {}) as FormBody));
      const title = language.t('forms.ticket', { number: nameOf(ticket), board: ticket.board });
      return sendShortPage(reply, contentPage(title, linesOf(language.t, ticket), language));
    });
  };
}

function linesOf(t: FormTexts, { reported_at: reported, decided_at: decided, decision, answer }: ReportTicket): string {
  const lines = [
    t('forms.ticket-reported', { time: minute(reported) }),
    ...(decided === null || decision === null
      ? [t('forms.ticket-open')]
      : [
          t('forms.ticket-decided', { time: minute(decided) }),
          t(`forms.ticket.${decision}`),
          ...(answer === null ? [] : [t('forms.answer', { answer })]),
        ]),
  ];
  return lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n');
}

function minute(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}
