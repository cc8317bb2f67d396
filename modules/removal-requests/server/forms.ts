/** Requests and tickets for people without scripts. The pages have the form of a request; these routes take it and show tickets. */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { Value } from 'typebox/value';
import { escapeHtml } from '../../../mappings/comment/print-html.ts';
import { nameOf } from '../../../mappings/post.ts';
import { FOR_READERS } from '../../../server/http/access.ts';
import { acceptForms, type FormBody } from '../../../server/http/form-body.ts';
import { lastOf } from '../../../server/http/form-fields.ts';
import { assertSameOrigin } from '../../../server/http/plugins/guard.ts';
import { sendError } from '../../../server/http/plugins/problems.ts';
import { requestContextOf } from '../../../server/http/plugins/rate-limit.ts';
import { contentPage } from '../../../server/http/short-pages/documents.ts';
import { ticketCodeOf, ticketForm } from '../../../server/http/short-pages/ticket-form.ts';
import { languageOf, sendProblemPage, sendShortPage } from '../../../server/http/short-pages.ts';
import { RefusedError } from '../../../server/shared/errors.ts';
import { AskRemoval, type RemovalTicket } from '../contract/removal-requests.ts';
import { REQUEST_FORM, REQUEST_LIMITS, TICKET_FORM, TICKET_PAGE } from '../requests.ts';
import { askRemoval, type RemovalContext } from './ask.ts';
import { textsIn } from './texts.ts';
import { changeTicket, readTicket } from './tickets.ts';

export function removalForms(context: RemovalContext): FastifyPluginAsync {
  const { pool, publicUrl } = context;
  return async (app) => {
    acceptForms(app);
    app.setErrorHandler<Error>((error, request, reply) =>
      sendError(error, request, reply, (answer, problem) => sendProblemPage(request, answer, problem)),
    );

    app.post(REQUEST_FORM, FOR_READERS, async (request, reply) => {
      assertSameOrigin(request, publicUrl);
      const sender = { address: request.ip, request: requestContextOf(request, reply) };
      const { token, due_at: due } = await askRemoval(context, askedIn((request.body ?? {}) as FormBody), sender);
      const language = languageOf(request);
      const t = textsIn(language);
      const content =
        `<p>${t('forms.removal-stored', { day: due.slice(0, 10) })}</p>\n` +
        `<p><code>${token}</code></p>\n<p>${t('forms.removal-keep')}</p>\n` +
        `<p><a href="${TICKET_PAGE}#${token}">${t('forms.removal-link')}</a></p>\n` +
        ticketForm(TICKET_FORM, token, `<p><button>${t('forms.removal-show')}</button></p>`);
      return sendShortPage(reply, contentPage(language.t('forms.thanks'), content, language));
    });

    app.post(TICKET_FORM, FOR_READERS, async (request, reply) => {
      assertSameOrigin(request, publicUrl);
      const fields = (request.body ?? {}) as FormBody;
      const token = ticketCodeOf(fields);
      const action = lastOf(fields['action']);
      if (action === 'withdraw') await changeTicket(pool, token, null);
      if (action === 'add') await changeTicket(pool, token, lastOf(fields['words']).slice(0, REQUEST_LIMITS.words));
      return sendTicket(request, reply, token, await readTicket(pool, token));
    });
  };
}

/** @throws RefusedError 400 `removal_invalid` */
function askedIn(fields: FormBody): AskRemoval {
  const field = (name: string) => lastOf(fields[name]);
  const asked = {
    about: field('about'),
    posts: field('posts')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    ...(field('sought') !== '' && { sought: field('sought') }),
    reason: field('reason'),
    words: field('words'),
    password: field('password'),
    reply_address: field('reply_address'),
  };
  if (Value.Check(AskRemoval, asked)) return asked;
  throw new RefusedError(400, 'removal_invalid', 'The form is incomplete, or a text is too long.');
}

const day = (time: string) => time.slice(0, 10);

function sendTicket(request: FastifyRequest, reply: FastifyReply, token: string, ticket: RemovalTicket): FastifyReply {
  const language = languageOf(request);
  const t = textsIn(language);
  const posts = ticket.posts.map(({ board, num, subnum }) => `/${board}/${nameOf({ num, subnum })}`).join(', ');
  const rows: readonly (readonly [string, string | null])[] = [
    [t('forms.removal-state'), t(`forms.removal-state.${ticket.state}`)],
    [t('forms.removal-decision'), ticket.outcome === null ? null : t(`forms.removal-outcome.${ticket.outcome}`)],
    [t('forms.removal-answer'), ticket.answer],
    [t('forms.removal-about'), ticket.sought ?? (posts === '' ? null : posts)],
    [t('forms.removal-asked'), day(ticket.created_at)],
    [t('forms.removal-due'), ticket.state === 'open' ? day(ticket.due_at) : null],
    [t('forms.removal-words'), ticket.words],
    ...ticket.added.map(({ words, written_at: at }) => [day(at), words] as const),
  ];
  const list = rows.flatMap(([name, value]) =>
    value === null ? [] : [`<dt>${name}</dt>\n<dd>${escapeHtml(value).replaceAll('\n', '<br>')}</dd>`],
  );
  const forms =
    ticket.state !== 'open'
      ? ''
      : ticketForm(
          TICKET_FORM,
          token,
          `<p><label>${t('forms.removal-add')}<br>\n<textarea name="words" rows="4" cols="40" maxlength="${REQUEST_LIMITS.words}" required></textarea></label></p>\n` +
            `<p><button name="action" value="add">${t('forms.removal-add-send')}</button></p>`,
        ) +
        ticketForm(
          TICKET_FORM,
          token,
          `<p><button name="action" value="withdraw">${t('forms.removal-withdraw')}</button></p>`,
        );
  return sendShortPage(
    reply,
    contentPage(t('forms.removal-ticket'), `<dl>\n${list.join('\n')}\n</dl>\n${forms}`, language),
  );
}
