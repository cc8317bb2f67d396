/** The page that asks for a proof of work while the server is busy. */
import { escapeHtml } from '../../../mappings/comment/print-html.ts';
import type { AskedProof } from '../../limits/proof-gate.ts';
import { shortPage, STYLE_SOURCE } from './short-page.ts';
import type { FormLanguage } from './texts.ts';

/** In the manifest of the build. */
export const BUSY_PAGE_SCRIPT = 'src/busy-page/script.ts';

/** Its script computes the proof in a worker, sends it to the API and loads the page again. */
export const BUSY_PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  `style-src ${STYLE_SOURCE}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** @param script the address of the script; null without a build: then the page waits */
export function busyPage(
  address: string,
  { challenge, seconds }: AskedProof,
  script: string | null,
  language: FormLanguage,
): string {
  const { t } = language;
  // In the HTML parser, `</` would end the element.
  const json = JSON.stringify(challenge).replaceAll('<', String.raw`\u003c`);
  const proof =
    script === null
      ? ''
      : `<p id="proof" hidden>${t('forms.busy-proof')}</p>
<script type="application/json" id="challenge">${json}</script>
<script type="module" src="${escapeHtml(script)}"></script>\n`;
  return shortPage(
    t('forms.busy'),
    `<p>${t('forms.busy-why')}</p>
<div role="status">
${proof}<p id="wait">${t('forms.busy-wait', { seconds })}</p>
</div>
<p><a href="${escapeHtml(address)}">${t('forms.busy-again')}</a></p>`,
    language,
  );
}
