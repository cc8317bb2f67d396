/** What programs show of a page that somebody links: Open Graph, and the feeds that readers may subscribe to. */
import { parseComment } from '../../../mappings/comment/parse.ts';
import { commentPlainText } from '../../../mappings/comment/plain-text.ts';
import { escapeHtml } from '../../../mappings/comment/print-html.ts';
import type { CommentToken } from '../../../mappings/comment/tokens.ts';
import type { Post } from '../../../mappings/post.ts';
import { shortened } from '../../feeds/feed.ts';
import type { Site } from '../../http/site.ts';
import { fileAddresses } from '../../posts/present.ts';

export interface LinkPreview {
  readonly type: 'website' | 'article';
  readonly description: string;
  /** Absolute address of a picture; null for none. */
  readonly image: string | null;
  /** Query text whose hits the page's feeds have; null for a page without feeds. */
  readonly feed: string | null;
}

const EXCERPT_LENGTH = 250;

/** Of a thread by its opening post, which readers may see. What it hides behind a spoiler is in neither excerpt nor picture. */
export function threadPreview(opener: Post, site: Site): LinkPreview {
  const { tokens } = parseComment(opener.comment ?? '');
  const text = commentPlainText(withoutSpoilers(tokens)).replaceAll(/\s+/g, ' ').trim();
  const { board, thread, spoiler, timeDeletedFile } = opener;
  // Only what the archive itself has: a preview must not lead its program to another host.
  const picture = spoiler || timeDeletedFile !== null ? null : fileAddresses(opener, null).thumb_url;
  return {
    type: 'article',
    description: shortened(text, EXCERPT_LENGTH),
    image: picture === null ? null : site.whole(picture),
    feed: `board:${board} thread:${thread}`,
  };
}

function withoutSpoilers(tokens: readonly CommentToken[]): CommentToken[] {
  return tokens.map((token): CommentToken => {
    if (token.kind === 'spoiler') return { kind: 'text', text: '[spoiler]' };
    return 'children' in token ? { ...token, children: withoutSpoilers(token.children) } : token;
  });
}

interface PreviewedPage {
  readonly title: string;
  readonly canonical: string | null;
  readonly preview: LinkPreview;
}

/** The elements of a page's head, as HTML. */
export function previewHtml({ title, canonical, preview }: PreviewedPage): string {
  const { type, description, image, feed } = preview;
  const properties = [
    ['og:site_name', 'Sagasu'],
    ['og:type', type],
    ['og:title', title],
    ['og:url', canonical],
    ['og:description', description === '' ? null : description],
    ['og:image', image],
  ] as const;
  const lines = properties.flatMap(([name, value]) =>
    value === null ? [] : [`<meta property="${name}" content="${escapeHtml(value)}">`],
  );
  return [...lines, ...(feed === null ? [] : feedLinks(feed))].map((line) => `${line}\n`).join('');
}

function feedLinks(q: string): readonly string[] {
  const query = q === '' ? '' : `?q=${encodeURIComponent(q)}`;
  const link = (type: string, extension: string) =>
    `<link rel="alternate" type="${type}" title="${escapeHtml(q === '' ? 'Sagasu' : `Sagasu: ${q}`)}" ` +
    `href="/api/v1/search/feed.${extension}${query}">`;
  return [link('application/atom+xml', 'atom'), link('application/feed+json', 'json')];
}
