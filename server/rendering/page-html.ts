/** A rendered page as a whole document: the built page for browsers with the content in its place. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml } from '../../mappings/comment/print-html.ts';
import type { RenderedPage } from '../../mappings/contract/rendering.ts';

/** What all rendered pages of a build have in common. */
export interface PageFrame {
  /** The built page for browsers, with its styles in it: a page that waited for a file of styles would wait for the network twice. */
  readonly html: string;
  /** Sources of a Content-Security-Policy that allow these styles. */
  readonly styleSources: readonly string[];
}

const STYLESHEET = /<link rel="stylesheet"[^>]* href="\/(assets\/[\w.-]+\.css)">/g;
/** Sets the theme that only the browser knows. It need not be waited for: the server knows the theme by a cookie. */
const THEME_SCRIPT = '<script src="/theme.js">';

/** `root`: the folder of the build. */
export async function readFrame(root: string): Promise<PageFrame> {
  const built = await readFile(join(root, 'index.html'), 'utf8');
  const styles = new Map<string, string>();
  for (const [link, file = ''] of built.matchAll(STYLESHEET))
    styles.set(link, await readFile(join(root, file), 'utf8'));
  let html = built.replace(THEME_SCRIPT, THEME_SCRIPT.replace(' src', ' async src'));
  for (const [link, text] of styles) html = html.replace(link, () => `<style>${text}</style>`);
  const styleSources = [...styles.values()].map(
    (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  return { html, styleSources };
}

export interface DocumentOptions {
  readonly frame: Pick<PageFrame, 'html'>;
  readonly page: RenderedPage;
  /** The reader's choice; null for the system's. */
  readonly theme?: string | null;
}

export function documentOf({ frame, page, theme = null }: DocumentOptions): string {
  const { title, language, head, html, data } = page;
  // The content of the element ends at `</`, and a comment in it may hide its end.
  const json = data.replaceAll('<', String.raw`\u003c`);
  const content = `<div id="root">${html}</div>\n<script type="application/json" id="page-data">${json}</script>\n</body>`;
  const chosen = theme === null ? '' : ` data-theme="${escapeHtml(theme)}"`;
  return frame.html
    .replace(/<html lang="[^"]*"/, () => `<html lang="${escapeHtml(language)}"${chosen}`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>${head}`)
    .replace(/<div id="root">.*<\/body>/s, () => content);
}
