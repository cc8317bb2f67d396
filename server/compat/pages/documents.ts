/** Whole HTML documents for crawlers, readers without JavaScript, and programs that parse pages. */
import { escapeHtml } from '../../../mappings/comment/print-html.ts';
import type { FormLanguage } from './form-words.ts';
import { previewHtml, type LinkPreview } from './link-preview.ts';
import { shortPage } from './short-page.ts';

export interface PlainPage {
  readonly title: string;
  /** Trusted HTML. */
  readonly main: string;
  /** Canonical absolute address; null if there is none. */
  readonly canonical: string | null;
  readonly preview: LinkPreview;
  /** Search engines may not index the page. */
  readonly isKeptOut?: boolean;
}

/**
 * Inserts the content into the application's page. Where scripts run, styles hide it and the application removes it. Programs look
 * for the class names, which are FoolFuuka's.
 */
export function withPlainPage(application: string, page: PlainPage): string {
  const { title, main, canonical, preview } = page;
  const link = canonical === null ? '' : `<link rel="canonical" href="${escapeHtml(canonical)}">\n`;
  const content = `<div class="container-fluid plain-page">\n<div role="main" id="main">\n${main}</div>\n</div>\n`;
  return (
    application
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>\n${link}${previewHtml(page)}`)
      .replace(/(<meta name="description" content=")[^"]*/, (whole, start: string) =>
        preview.description === '' ? whole : `${start}${escapeHtml(preview.description)}`,
      )
      // This page needs no scripts, so the notice about them goes.
      .replace(/<noscript>.*?<\/noscript>/s, '')
      .replace(/<div id="root">/, () => `${content}<div id="root">`)
  );
}

/** FoolFuuka's page navigation. Pages are numbered from 1. */
export function pagination(page: number, hasNext: boolean, address: (page: number) => string): string {
  const item = (to: number, text: string, name: string) =>
    `<li class="${name}"><a href="${escapeHtml(address(to))}">${text}</a></li>`;
  const items = [
    ...(page > 1 ? [item(page - 1, '&larr; Previous', 'prev'), item(page - 1, String(page - 1), '')] : []),
    item(page, String(page), 'active'),
    ...(hasNext ? [item(page + 1, String(page + 1), ''), item(page + 1, 'Next &rarr;', 'next')] : []),
  ];
  return `<div class="paginate">\n<ul>${items.join('')}</ul>\n</div>\n`;
}

/** A page of one sentence, for refusals that the application has no page for. */
export function messagePage(title: string, sentence: string, language?: FormLanguage): string {
  return shortPage(title, `<p>${escapeHtml(sentence)}</p>`, language);
}

/** A page with a form that is sent to this address. `fields`: trusted HTML. */
export function formPage(title: string, action: string, fields: string, language?: FormLanguage): string {
  return shortPage(title, `<form method="post" action="${escapeHtml(action)}">\n${fields}</form>`, language);
}

/** A short page with this content, which is trusted HTML. */
export function contentPage(title: string, content: string, language?: FormLanguage): string {
  return shortPage(title, content, language);
}

/** A page of links to choose from. */
export function linksPage(
  title: string,
  links: readonly { readonly address: string; readonly text: string }[],
  language: FormLanguage,
): string {
  const items = links.map(({ address, text }) => `<li><a href="${escapeHtml(address)}">${escapeHtml(text)}</a></li>`);
  return shortPage(title, `<ul>\n${items.join('\n')}\n</ul>`, language);
}

/** FoolFuuka's redirect page. Programs parse the address out of it, so the text must stay as it is. */
export function redirectPage(address: string): string {
  const url = escapeHtml(address);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Redirecting</title>
<meta http-equiv="Refresh" content="0; url=${url}">
</head>
<body>You are being redirected to ${url}.</body>
</html>
`;
}
