/** What a page holds for whoever runs no scripts: crawlers, readers without JavaScript, and programs that read pages. */
import { escapeHtml } from '../html.ts';

export interface PlainPage {
  readonly title: string;
  /** HTML that was printed here. */
  readonly main: string;
  /** The one address of what is on the page, whole. */
  readonly canonical: string | null;
}

/**
 * The application's page with the content in it. Where scripts run, styles hide it and the application takes it away; the
 * class names around it are those that programs look for (FoolFuuka's).
 */
export function withPlainPage(application: string, { title, main, canonical }: PlainPage): string {
  const link = canonical === null ? '' : `<link rel="canonical" href="${escapeHtml(canonical)}">\n`;
  const content = `<div class="container-fluid plain-page">\n<div role="main" id="main">\n${main}</div>\n</div>\n`;
  return (
    application
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>\n${link}`)
      // The notice that nothing is to be seen without scripts is not true of this page.
      .replace(/<noscript>.*?<\/noscript>/s, '')
      .replace(/<div id="root">/, () => `${content}<div id="root">`)
  );
}

/** FoolFuuka's list of pages. `address` of a page by its number, from 1. */
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
