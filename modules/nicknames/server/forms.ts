/** `/_/same-person`: the proposal as an HTML form, with and without scripts. */
import type { FastifyPluginAsync } from 'fastify';
import { ALIAS_KINDS } from '../../../mappings/alias-kinds.ts';
import { escapeHtml } from '../../../mappings/comment/print-html.ts';
import type { IdentityAlias } from '../../../mappings/contract/identity.ts';
import { FOR_READERS } from '../../../server/http/access.ts';
import { acceptForms, type FormBody } from '../../../server/http/form-body.ts';
import { lastOf } from '../../../server/http/form-fields.ts';
import { assertSameOrigin } from '../../../server/http/plugins/guard.ts';
import { sendError } from '../../../server/http/plugins/problems.ts';
import { requestContextOf } from '../../../server/http/plugins/rate-limit.ts';
import { formPage, messagePage } from '../../../server/http/short-pages/documents.ts';
import { languageOf, sendProblemPage, sendShortPage } from '../../../server/http/short-pages.ts';
import { RefusedError } from '../../../server/shared/errors.ts';
import { FORM_PATH, MAX_REASON } from '../proposals.ts';
import { propose, type ProposalContext } from './propose.ts';
import { type NicknameTexts, textsIn } from './texts.ts';

const MAX_VALUE = 256;

export function proposalForm(context: ProposalContext): FastifyPluginAsync {
  return async (app) => {
    acceptForms(app);
    app.setErrorHandler<Error>((error, request, reply) =>
      sendError(error, request, reply, (answer, problem) => sendProblemPage(request, answer, problem)),
    );

    app.get(FORM_PATH, FOR_READERS, async (request, reply) => {
      const fields = request.query as FormBody;
      const language = languageOf(request);
      const t = textsIn(language);
      return sendShortPage(reply, formPage(t('forms.same-person'), FORM_PATH, fieldsOf(t, fields), language));
    });

    app.post(FORM_PATH, FOR_READERS, async (request, reply) => {
      assertSameOrigin(request, context.publicUrl);
      const fields = (request.body ?? {}) as FormBody;
      const given = { alias: aliasIn(fields, ''), other: aliasIn(fields, 'other_'), reason: reasonIn(fields) };
      await propose(context, given, { address: request.ip, request: requestContextOf(request, reply) });
      const language = languageOf(request);
      const t = textsIn(language);
      return sendShortPage(reply, messagePage(language.t('forms.thanks'), t('forms.is-proposed'), language));
    });
  };
}

function kindIn(fields: FormBody, prefix: string): IdentityAlias['kind'] {
  return ALIAS_KINDS.find((kind) => kind === lastOf(fields[`${prefix}kind`])) ?? 'name';
}

/** @throws RefusedError 400 `alias_invalid` */
function aliasIn(fields: FormBody, prefix: '' | 'other_'): IdentityAlias {
  const value = lastOf(fields[`${prefix}value`]);
  if (value === '' || value.length > MAX_VALUE || value.includes('\0'))
    throw new RefusedError(400, 'alias_invalid', `A name has 1 to ${MAX_VALUE} characters.`);
  return { kind: kindIn(fields, prefix), value };
}

/** @throws RefusedError 400 `reason_invalid` */
function reasonIn(fields: FormBody): string {
  const reason = lastOf(fields['reason']);
  if (reason === '' || reason.length > MAX_REASON || reason.includes('\0'))
    throw new RefusedError(400, 'reason_invalid', `Give a reason of at most ${MAX_REASON} characters.`);
  return reason;
}

function fieldsOf(t: NicknameTexts, fields: FormBody): string {
  return (
    `<p>${t('forms.same-person-about')}</p>\n` +
    aliasFields(t, t('forms.one-name'), '', fields) +
    aliasFields(t, t('forms.other-name'), 'other_', fields) +
    `<p><label>${t('forms.belief')}<br>\n<textarea name="reason" rows="4" cols="30" maxlength="${MAX_REASON}" required></textarea></label></p>\n` +
    `<p><button>${t('forms.propose')}</button></p>\n`
  );
}

function aliasFields(t: NicknameTexts, legend: string, prefix: '' | 'other_', fields: FormBody): string {
  const chosen = kindIn(fields, prefix);
  const options = ALIAS_KINDS.toReversed().map(
    (kind) => `<option value="${kind}"${kind === chosen ? ' selected' : ''}>${t(`forms.kind.${kind}`)}</option>`,
  );
  const value = escapeHtml(lastOf(fields[`${prefix}value`]).slice(0, MAX_VALUE));
  return (
    `<fieldset>\n<legend>${legend}</legend>\n` +
    `<label for="${prefix}kind">${t('forms.kind')}</label>\n<select id="${prefix}kind" name="${prefix}kind">\n${options.join('\n')}\n</select>\n` +
    `<label for="${prefix}value">${t('forms.value')}</label>\n<input id="${prefix}value" name="${prefix}value" value="${value}" maxlength="${MAX_VALUE}" autocomplete="off" required>\n` +
    `</fieldset>\n`
  );
}
