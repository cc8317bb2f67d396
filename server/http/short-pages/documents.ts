/** Pages of a few sentences, links or fields, for content that the application has no page for. They need no scripts. */
import { escapeHtml } from '../../../mappings/comment/print-html.ts';
import type { FormLanguage } from './texts.ts';
import { shortPage } from './short-page.ts';

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

interface ShortLink {
  readonly address: string;
  readonly text: string;
}

/** A page of links to choose from. */
export function linksPage(title: string, links: readonly ShortLink[], language: FormLanguage): string {
  return shortPage(title, listOf(links), language);
}

/** A page of one sentence, with links to what the reader may want instead. */
export function messageWithLinks(
  title: string,
  sentence: string,
  links: readonly ShortLink[],
  language: FormLanguage,
): string {
  return shortPage(title, `<p>${escapeHtml(sentence)}</p>\n${listOf(links)}`, language);
}

function listOf(links: readonly ShortLink[]): string {
  const items = links.map(({ address, text }) => `<li><a href="${escapeHtml(address)}">${escapeHtml(text)}</a></li>`);
  return `<ul>\n${items.join('\n')}\n</ul>`;
}
