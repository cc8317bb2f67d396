/** Sends short pages without scripts, in the reader's language. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '../../mappings/contract/problem.ts';
import { escapeHtml } from '../../mappings/comment/print-html.ts';
import { contentPage } from './short-pages/documents.ts';
import { formLanguage, sentenceOf, type FormLanguage } from './short-pages/texts.ts';
import { SHORT_PAGE_POLICY } from './short-pages/short-page.ts';
import { acceptedLanguages } from './accept-language.ts';

export function languageOf({ headers }: FastifyRequest): FormLanguage {
  return formLanguage(acceptedLanguages(headers));
}

export function sendShortPage(reply: FastifyReply, page: string, policy = SHORT_PAGE_POLICY): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    .send(page);
}

/**
 * The refusal of a form, or of an address that was opened in a browser. For banned readers it links to their ban. If the archive is busy,
 * it loads the address again.
 */
export function sendProblemPage(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Pick<Problem, 'status' | 'code' | 'detail' | 'appeal'>,
): FastifyReply {
  const language = languageOf(request);
  const { t } = language;
  const { status, appeal } = problem;
  const link = appeal === undefined ? '' : `\n<p><a href="${escapeHtml(appeal)}">${t('report.appeal')}</a></p>`;
  const sentence = `<p>${escapeHtml(sentenceOf(language, problem))}</p>`;
  // The page that was refused would have needed them.
  void reply.removeHeader('link');
  const after = problem.code === 'busy' ? reply.getHeader('retry-after') : undefined;
  if (after !== undefined) void reply.header('refresh', after);
  const again = after === undefined ? '' : `\n<p>${t('forms.loads-again', { seconds: String(after) })}</p>`;
  const title = status === 404 ? t('forms.not-found') : t('forms.failed');
  return sendShortPage(reply.code(status), contentPage(title, sentence + again + link, language));
}
