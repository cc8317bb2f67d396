/** `/_/sign-in` and `/_/sign-out`: the session of an account, for browsers without scripts. A passkey needs scripts. */
import cookiePlugin from '@fastify/cookie';
import type { FastifyPluginAsync } from 'fastify';
import { escapeHtml } from '../../../mappings/comment/print-html.ts';
import { SIGN_IN_LENGTHS } from '../../../mappings/contract/admin.ts';
import { PAGE_PATHS, SIGN_IN_FORM, SIGN_OUT_FORM } from '../../../mappings/page-paths.ts';
import { endSessions, openSessionOf, type SessionContext } from '../../admin/sessions/session-of-browser.ts';
import { RefusedError } from '../../shared/errors.ts';
import { FOR_READERS } from '../access.ts';
import { acceptForms, type FormBody } from '../form-body.ts';
import { assertSameOrigin } from '../plugins/guard.ts';
import { sendError } from '../plugins/problems.ts';
import { languageOf, sendProblemPage, sendShortPage } from '../short-pages.ts';
import { formPage } from '../short-pages/documents.ts';
import { type FormLanguage, sentenceOf } from '../short-pages/texts.ts';

/** Refusals after which the form is shown again. */
const CAN_RETRY = new Set(['sign_in_failed', 'code_required', 'passkey_required', 'code_wrong', 'sign_in_limited']);

export function signInForm(context: SessionContext & { readonly publicUrl: string | null }): FastifyPluginAsync {
  const { publicUrl } = context;
  return async (app) => {
    await app.register(cookiePlugin);
    acceptForms(app);
    app.setErrorHandler<Error>((error, request, reply) =>
      sendError(error, request, reply, (answer, problem) => {
        if (!CAN_RETRY.has(problem.code)) return sendProblemPage(request, answer, problem);
        const language = languageOf(request);
        const sentence = sentenceOf(language, problem);
        const { name } = typedIn((request.body ?? {}) as FormBody);
        return sendShortPage(answer.code(problem.status), pageOf(language, name, sentence));
      }),
    );
    app.get(SIGN_IN_FORM, FOR_READERS, async (request, reply) =>
      sendShortPage(reply, pageOf(languageOf(request), '', null)),
    );
    app.post(SIGN_IN_FORM, FOR_READERS, async (request, reply) => {
      assertSameOrigin(request, publicUrl);
      const { name, password, code } = typedIn((request.body ?? {}) as FormBody);
      if (name === '' || password === '' || isTooLong({ name, password, code })) {
        throw new RefusedError(400, 'request_invalid', 'Enter the name and the password of an account.');
      }
      await openSessionOf(context, request, reply, { name, password, code: code === '' ? null : code, proof: null });
      return reply.header('cache-control', 'no-store').redirect(PAGE_PATHS.staff, 303);
    });
    app.post(SIGN_OUT_FORM, FOR_READERS, async (request, reply) => {
      assertSameOrigin(request, publicUrl);
      await endSessions(context, request, reply);
      return reply.header('cache-control', 'no-store').redirect(PAGE_PATHS.staff, 303);
    });
  };
}

interface Typed {
  readonly name: string;
  readonly password: string;
  readonly code: string;
}

/** Spaces belong to a password. */
function typedIn(fields: FormBody): Typed {
  const text = (name: string) => [fields[name] ?? ''].flat().at(-1) ?? '';
  return { name: text('username').trim(), password: text('password'), code: text('code').trim() };
}

function isTooLong({ name, password, code }: Typed): boolean {
  const { name: ofName, password: ofPassword, code: ofCode } = SIGN_IN_LENGTHS;
  return name.length > ofName || password.length > ofPassword || code.length > ofCode;
}

/** Both are trusted HTML. */
function field(label: string, attributes: string): string {
  return `<p><label>${label}<br>\n<input ${attributes}></label></p>\n`;
}

function pageOf(language: FormLanguage, name: string, problem: string | null): string {
  const { t } = language;
  const fields =
    (problem === null ? '' : `<p role="alert">${escapeHtml(problem)}</p>\n`) +
    field(
      t('forms.sign-in-name'),
      `name="username" value="${escapeHtml(name)}" autocomplete="username" autocapitalize="off" required maxlength="${SIGN_IN_LENGTHS.name}"`,
    ) +
    field(
      t('forms.sign-in-password'),
      `name="password" type="password" autocomplete="current-password" required maxlength="${SIGN_IN_LENGTHS.password}"`,
    ) +
    field(
      t('forms.sign-in-code'),
      `name="code" autocomplete="one-time-code" autocapitalize="off" spellcheck="false" maxlength="${SIGN_IN_LENGTHS.code}"`,
    ) +
    `<p><button>${t('forms.sign-in')}</button></p>\n`;
  return formPage(t('forms.sign-in'), SIGN_IN_FORM, fields, language);
}
