/** `/_/ban/{token}`: shows a ban, with a form to appeal it. Needs no scripts. */
import type { FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import { banPath, MAX_BAN_TEXT } from '../../../mappings/ban.ts';
import { escapeHtml } from '../../../mappings/comment/print-html.ts';
import { assertSameOrigin } from '../plugins/guard.ts';
import { appealBan, readBan, type BanNotice } from '../../bans/appeals.ts';
import { lastOf } from '../form-fields.ts';
import { contentPage } from '../short-pages/documents.ts';
import type { FormTexts } from '../short-pages/texts.ts';
import { RefusedError } from '../../shared/errors.ts';
import { acceptForms, type FormBody } from '../form-body.ts';
import { sendError } from '../plugins/problems.ts';
import { languageOf, sendProblemPage, sendShortPage } from '../short-pages.ts';
import { FOR_READERS } from '../access.ts';

/** The address authorizes the appeal, so it must not be sent to other sites. */
const NO_REFERRER = { 'referrer-policy': 'no-referrer' };

export function banPage({
  pool,
  publicUrl,
}: {
  readonly pool: pg.Pool;
  readonly publicUrl: string | null;
}): FastifyPluginAsync {
  return async (app) => {
    acceptForms(app);
    app.setErrorHandler<Error>((error, request, reply) =>
      sendError(error, request, reply, (answer, problem) =>
        sendProblemPage(request, answer.headers(NO_REFERRER), problem),
      ),
    );
    app.get<{ Params: { token: string } }>('/_/ban/:token', FOR_READERS, async (request, reply) => {
      const { token } = request.params;
      const language = languageOf(request);
      const notice = noticeOf(language.t, token, await readBan(pool, token));
      return sendShortPage(reply.headers(NO_REFERRER), contentPage(language.t('forms.banned'), notice, language));
    });
    app.post<{ Params: { token: string } }>('/_/ban/:token', FOR_READERS, async (request, reply) => {
      assertSameOrigin(request, publicUrl);
      const written = lastOf(((request.body ?? {}) as FormBody)['appeal']).trim();
      if (written === '' || written.length > MAX_BAN_TEXT || written.includes('\0')) {
        throw new RefusedError(
          400,
          'appeal_invalid',
          `Write why the ban should end, in at most ${MAX_BAN_TEXT} characters.`,
        );
      }
      await appealBan(pool, request.params.token, written);
      // Redirects, so that reloading the page does not send the appeal again.
      return reply.redirect(banPath(request.params.token), 303);
    });
  };
}

function noticeOf(t: FormTexts, token: string, ban: BanNotice): string {
  const { board, why, since, until, lifted, appeals } = ban;
  const isOver = lifted !== null || until <= new Date();
  const lines = [
    board === null ? t('forms.banned-everywhere') : t('forms.banned-on', { board }),
    ...(why === null ? [] : [t('forms.reason', { reason: why })]),
    t('forms.since', { time: minute(since) }),
    lifted === null
      ? t(isOver ? 'forms.ended' : 'forms.ends', { time: minute(until) })
      : t('forms.lifted', { time: minute(lifted) }),
    ...appeals.map(({ written_at: written, decided_at: decided, granted, answer }) => {
      if (decided === null) return t('forms.appeal-waits', { time: minute(written) });
      const outcome = granted === true ? 'forms.appeal-granted' : 'forms.appeal-refused';
      return [t(outcome, { time: minute(written) }), ...(answer === null ? [] : [t('forms.answer', { answer })])].join(
        ' ',
      );
    }),
  ];
  const mayAppeal = !isOver && appeals.length < 3 && appeals.every(({ decided_at: decided }) => decided !== null);
  const form =
    `<form method="post" action="${escapeHtml(banPath(token))}">\n` +
    `<p><label>${t('forms.why')}<br>\n<textarea name="appeal" rows="6" cols="30" maxlength="${MAX_BAN_TEXT}" required></textarea></label></p>\n` +
    `<p><button>${t('forms.appeal')}</button></p>\n</form>`;
  return [...lines.map((line) => `<p>${escapeHtml(line)}</p>`), ...(mayAppeal ? [form] : [])].join('\n');
}

function minute(time: Date | string): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
