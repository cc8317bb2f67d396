/**
 * The forms `/_/reply` and `/_/delete` for readers without scripts, and FoolFuuka's `POST /{board}/submit`, which the reply form uses too.
 * FoolFuuka clients send `X-Requested-With` and expect JSON with status 200, even for refusals.
 */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { escapeHtml } from '../../../mappings/comment/print-html.ts';
import { nameOf, type PostNumber } from '../../../mappings/post.ts';
import { GHOST_LIMITS, MIN_GHOST_PASSWORD } from '../limits.ts';
import { assertSameOrigin } from '../../../server/http/plugins/guard.ts';
import { boardNamed } from '../../../server/boards/board-named.ts';
import { boardNameOf, lastOf, postNumberOf, threadNumberOf } from '../../../server/http/form-fields.ts';
import { formPage, messagePage } from '../../../server/http/short-pages/documents.ts';
import { deleteByPassword } from './delete-ghost.ts';
import { addGhost, type ProofMode, proofModeOf } from './add-ghost.ts';
import { acceptForms, type FormBody } from '../../../server/http/form-body.ts';
import { RefusedError } from '../../../server/shared/errors.ts';
import { sendError } from '../../../server/http/plugins/problems.ts';
import { requestContextOf } from '../../../server/http/plugins/rate-limit.ts';
import { languageOf, sendProblemPage, sendShortPage } from '../../../server/http/short-pages.ts';
import type { GhostRoutesOptions } from './routes.ts';
import { FOR_READERS } from '../../../server/http/access.ts';
import { type GhostTexts, textsIn } from './texts.ts';

/** Fields that are invisible to people: only programs fill them in. */
const TRAPS = ['name', 'email', 'reply'] as const;

export function ghostForms(options: GhostRoutesOptions): FastifyPluginAsync {
  const { boards, publicUrl, contact } = options;
  return async (app) => {
    acceptForms(app);
    app.setErrorHandler<Error>((error, request, reply) =>
      sendError(error, request, reply, (answer, problem) => {
        if (!isByScript(request)) return sendProblemPage(request, answer, problem);
        return answer.code(200).header('cache-control', 'no-store').send({ error: problem.detail });
      }),
    );

    app.get('/_/reply', FOR_READERS, async (request, reply) => {
      const fields = request.query as FormBody;
      const board = await boardNamed(boards, boardNameOf(fields['board']));
      const proof = await proofModeOf(options, board);
      const thread = threadNumberOf(fields['thread']);
      const language = languageOf(request);
      const t = textsIn(language);
      const title = t('forms.reply', { thread, board: board.name });
      // The proof of work needs scripts, which this page does not have.
      if (proof === 'needed') return sendShortPage(reply, messagePage(title, t('forms.needs-scripts'), language));
      const form = replyFields(t, thread, lastOf(fields['quote']), contact ?? '', proof);
      return sendShortPage(reply, formPage(title, `/${board.name}/submit`, form, language));
    });

    app.post<{ Params: { board: string } }>('/:board/submit', FOR_READERS, async (request, reply) => {
      assertSameOrigin(request, publicUrl);
      const fields = (request.body ?? {}) as FormBody;
      assertToken(request, fields);
      if (TRAPS.some((name) => lastOf(fields[name]) !== ''))
        throw new RefusedError(400, 'ghost_invalid', 'Leave the hidden fields empty.');
      const board = await boardNamed(boards, request.params.board);
      const thread = threadNumberOf(fields['reply_numero']);
      const typed = {
        name: lastOf(fields['reply_bokunonome']),
        email: lastOf(fields['reply_elitterae']),
        subject: lastOf(fields['reply_talkingde']),
        comment: lastOf(fields['reply_chennodiscursus']),
        password: lastOf(fields['reply_nymphassword']),
      };
      const { held, ...post } = await addGhost(options, {
        board,
        thread,
        typed,
        address: request.ip,
        proof: lastOf(fields['proof']),
        writer: requestContextOf(request, reply),
      });
      void reply.header('cache-control', 'no-store');
      if (isByScript(request)) return reply.send(foolFuukaAnswer(board.name, thread, post, held));
      const language = languageOf(request);
      if (held)
        return sendShortPage(reply, messagePage(language.t('forms.thanks'), textsIn(language)('forms.held'), language));
      return reply.redirect(`/${board.name}/thread/${thread}/#${nameOf(post)}`, 303);
    });

    app.get('/_/delete', FOR_READERS, async (request, reply) => {
      const fields = request.query as FormBody;
      const board = await boardNamed(boards, boardNameOf(fields['board']));
      const language = languageOf(request);
      const t = textsIn(language);
      const named = lastOf(fields['num']) === '' ? '' : nameOf(postNumberOf(fields['num']));
      const form =
        hidden('board', board.name) +
        `<p><label>${t('forms.number')}<br>\n<input name="num" value="${named}" maxlength="40" required></label></p>\n` +
        `<p><label>${t('forms.password')}<br>\n<input type="password" name="password" maxlength="${GHOST_LIMITS.password}" required></label></p>\n` +
        `<p><button>${t('forms.remove-for-good')}</button></p>\n`;
      return sendShortPage(reply, formPage(t('forms.remove', { board: board.name }), '/_/delete', form, language));
    });

    app.post('/_/delete', FOR_READERS, async (request, reply) => {
      assertSameOrigin(request, publicUrl);
      const fields = (request.body ?? {}) as FormBody;
      const board = await boardNamed(boards, boardNameOf(fields['board']));
      await deleteByPassword(options, {
        board,
        post: postNumberOf(fields['num']),
        password: lastOf(fields['password']),
        address: request.ip,
        writer: requestContextOf(request, reply),
      });
      const language = languageOf(request);
      const t = textsIn(language);
      return sendShortPage(reply, messagePage(t('forms.removed'), t('forms.is-gone'), language));
    });
  };
}

function isByScript({ headers }: FastifyRequest): boolean {
  return headers['x-requested-with'] === 'XMLHttpRequest';
}

/**
 * FoolFuuka clients repeat a cookie in `csrf_token`. It is not needed here, because readers are not signed in and the origin of requests is
 * checked, but the two values must be equal. @throws RefusedError 403 `token_wrong`
 */
function assertToken({ headers }: FastifyRequest, fields: FormBody): void {
  const sent = lastOf(fields['csrf_token']);
  const [, kept] = /(?:^|;\s*)[\w-]*csrf_token=([^;]*)/.exec(headers.cookie ?? '') ?? [];
  if (kept === undefined || kept === sent) return;
  throw new RefusedError(403, 'token_wrong', "The security token wasn't found. Try resubmitting.");
}

function foolFuukaAnswer(board: string, thread: number, post: PostNumber, held: boolean): object {
  const success = held ? 'Message sent. The staff will look at it first.' : 'Message sent.';
  const printed = {
    num: String(post.num),
    subnum: String(post.subnum),
    thread_num: String(thread),
    board: { shortname: board },
  };
  return { success, thread_num: String(thread), [thread]: { posts: held ? [] : [printed] } };
}

function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escapeHtml(value)}">\n`;
}

function replyFields(t: GhostTexts, thread: number, quote: string, contact: string, proof: ProofMode): string {
  const quoted = /^\d{1,16}$/.test(quote) ? `&gt;&gt;${quote}\n` : '';
  return (
    hidden('reply_numero', String(thread)) +
    lineOf(t('forms.name'), 'reply_bokunonome', GHOST_LIMITS.name) +
    lineOf(t('forms.email'), 'reply_elitterae', GHOST_LIMITS.email) +
    lineOf(t('forms.subject'), 'reply_talkingde', GHOST_LIMITS.subject) +
    `<p><label>${t('forms.comment')}<br>\n<textarea name="reply_chennodiscursus" rows="8" cols="30" maxlength="${GHOST_LIMITS.comment}" required>${quoted}</textarea></label></p>\n` +
    `<p><label>${t('forms.new-password', { min: MIN_GHOST_PASSWORD })}<br>\n<input type="password" name="reply_nymphassword" minlength="${MIN_GHOST_PASSWORD}" maxlength="${GHOST_LIMITS.password}" required></label></p>\n` +
    `<p>${t('forms.about')}</p>\n` +
    (proof === 'asked' ? `<p>${t('forms.without-scripts')}</p>\n` : '') +
    `<p>${t('forms.contact')} ${contactLink(contact)}</p>\n` +
    `<p><button name="reply_gattai" value="Submit">${t('forms.send')}</button></p>\n`
  );
}

/** The setting is an e-mail address or a link. */
function contactLink(contact: string): string {
  const text = escapeHtml(contact.replace(/^mailto:/i, ''));
  if (/^(?:https?:\/\/|mailto:)/i.test(contact)) return `<a href="${escapeHtml(contact)}">${text}</a>`;
  return contact.includes('@') ? `<a href="mailto:${text}">${text}</a>` : text;
}

function lineOf(label: string, name: string, limit: number): string {
  return `<p><label>${label}<br>\n<input name="${name}" maxlength="${limit}" autocomplete="off"></label></p>\n`;
}
