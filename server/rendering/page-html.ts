/** A rendered page as a whole document: the built page with the content inserted. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml } from '../../mappings/comment/print-html.ts';
import type { RenderedPage } from '../../mappings/contract/rendering.ts';
import type { Site } from '../shared/site.ts';
import { descriptionOf, previewHtml } from './link-preview.ts';

/** The common parts of all rendered pages of a build. */
export interface PageFrame {
  /** The built page for browsers, with its styles inlined: loading a style sheet would take another round trip. */
  readonly html: string;
  /** Sources of a Content-Security-Policy that allow these styles. */
  readonly styleSources: readonly string[];
  /** Scripts and styles by the source of a script, each with everything that it needs. */
  readonly scripts: ReadonlyMap<string, readonly string[]>;
}

/** A part of the manifest that the build writes. */
type Manifest = Readonly<
  Record<string, { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }>
>;

const STYLESHEET = /<link rel="stylesheet"[^>]* href="\/(assets\/[\w.-]+\.css)">/g;
/**
 * Sets, among other things, the theme that only the browser knows. It does not block the page, since the server has the theme from a
 * cookie.
 */
const EARLY_SCRIPT = '<script src="/early.js">';

/** `root`: the folder of the build. */
export async function readFrame(root: string): Promise<PageFrame> {
  const built = await readFile(join(root, 'index.html'), 'utf8');
  const styles = new Map<string, string>();
  for (const [link, file = ''] of built.matchAll(STYLESHEET))
    styles.set(link, await readFile(join(root, file), 'utf8'));
  let html = built.replace(EARLY_SCRIPT, EARLY_SCRIPT.replace(' src', ' async src'));
  // A disabled link is not loaded. With it, scripts that are loaded later find that the page has these styles.
  for (const [link, text] of styles)
    html = html.replace(link, () => `<style>${text}</style>${link.replace('<link', '<link disabled')}`);
  const styleSources = [...styles.values()].map(
    (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  const manifest = JSON.parse(await readFile(join(root, '.vite/manifest.json'), 'utf8').catch(() => '{}')) as Manifest;
  const scripts = new Map(Object.keys(manifest).map((source) => [source, filesOf(manifest, source, html)]));
  return { html, styleSources, scripts };
}

/** Without the files that every page names already. */
function filesOf(manifest: Manifest, source: string, html: string): readonly string[] {
  const files = new Set<string>();
  const add = (name: string) => {
    const part = manifest[name];
    if (part === undefined || files.has(part.file)) return;
    files.add(part.file);
    for (const style of part.css ?? []) files.add(style);
    for (const needed of part.imports ?? []) add(needed);
  };
  add(source);
  return [...files].filter((file) => !html.includes(file));
}

function linkTo(file: string): string {
  if (file.endsWith('.css')) return `<link rel="stylesheet" crossorigin href="/${file}">`;
  return `<link rel="modulepreload" crossorigin href="/${file}">`;
}

export interface DocumentOptions {
  readonly frame: Pick<PageFrame, 'html' | 'scripts'>;
  readonly page: RenderedPage;
  readonly site: Site;
  /** The reader's choice; null for the system's. */
  readonly theme?: string | null;
}

export function documentOf({ frame, page, site, theme = null }: DocumentOptions): string {
  const { title, language, head, html, data, preview, script } = page;
  const files = (script === null ? undefined : frame.scripts.get(script)) ?? [];
  const preloads = files.map(linkTo).join('\n');
  const description = descriptionOf(preview);
  // In the HTML parser, `</` would end the element's content, and a comment might hide its end.
  const json = data.replaceAll('<', String.raw`\u003c`);
  const content = `<div id="root" class="container-fluid">${html}</div>\n<script type="application/json" id="page-data">${json}</script>\n</body>`;
  const chosen = theme === null ? '' : ` data-theme="${escapeHtml(theme)}"`;
  return frame.html
    .replace(/<html lang="[^"]*"/, () => `<html lang="${escapeHtml(language)}"${chosen}`)
    .replace(
      /<title>[^<]*<\/title>/,
      () => `<title>${escapeHtml(title)}</title>\n${previewHtml(title, preview, site)}${head}`,
    )
    .replace(/(<meta name="description" content=")[^"]*/, (whole, start: string) =>
      description === '' ? whole : start + escapeHtml(description),
    )
    .replace('</head>', () => `${preloads}\n</head>`)
    .replace(/<div id="root".*<\/body>/s, () => content);
}
