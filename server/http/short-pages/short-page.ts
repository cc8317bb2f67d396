/** Short pages without scripts: forms, refusals and lists of links, in the colours of the application. */
import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../mappings/comment/print-html.ts';
import { type FormLanguage, FORMS_IN_ENGLISH } from './texts.ts';

const STYLE = `
:root { color-scheme: light dark; }
html { background: light-dark(#faf9f6, #17181b); color: light-dark(#23221e, #dddbd6); font: 1rem/1.45 system-ui, sans-serif; }
main { max-width: 36rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.375rem; line-height: 1.3; }
a { color: light-dark(#1b5080, #8cb8e6); }
fieldset { min-width: 0; margin: 0; border: 1px solid light-dark(#8d877b, #6d7078); border-radius: 0.375rem; }
fieldset p { margin: 0; }
fieldset label { display: flex; gap: 0.5rem; align-items: center; min-height: 2.75rem; }
input:not([type=radio]), select, textarea, button { box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: 0.375rem 0.75rem;
  border: 1px solid light-dark(#8d877b, #6d7078); border-radius: 0.375rem; background: light-dark(#fff, #202226); color: inherit; font: inherit; }
button { width: auto; padding-inline: 1.25rem; border: 0; background: light-dark(#1b5080, #8cb8e6); color: light-dark(#fff, #10151b); cursor: pointer; }
:focus-visible { outline: 2px solid light-dark(#1b5080, #8cb8e6); outline-offset: 2px; }
`;

/** For Content-Security-Policies. */
export const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** The Content-Security-Policy of these pages: it allows only their own style. */
export const SHORT_PAGE_POLICY = [
  "default-src 'none'",
  `style-src ${STYLE_SOURCE}`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `content`: trusted HTML. */
export function shortPage(title: string, content: string, { code, t }: FormLanguage = FORMS_IN_ENGLISH): string {
  return `<!DOCTYPE html>
<html lang="${code}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
<p><a href="/search">${t('forms.search')}</a></p>
</main>
</body>
</html>
`;
}
