/** Posts as a feed, independent of its format. */
import { plainLinks, plainPrinters, printHtml } from '../../mappings/comment/print-html.ts';
import { writtenText } from '../../mappings/comment/text-parts.ts';
import type { Post } from '../../mappings/contract/post.ts';
import { withoutLeadingQuotes } from '../../mappings/thread-title.ts';
import type { Site } from '../shared/site.ts';
import { escapeXml, withoutForbidden } from './xml.ts';

export interface FeedHead {
  readonly id: string;
  readonly title: string;
  /** Address of the page that shows the same posts. */
  readonly page: string;
  /** Addresses of this feed in both formats. */
  readonly atom: string;
  readonly json: string;
}

export interface Feed extends FeedHead {
  /** Time of the newest change; 1970 for an empty feed. */
  readonly updated: Date;
  readonly entries: readonly FeedEntry[];
}

export interface FeedEntry {
  /** Stays the same, whatever happens to the post. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly author: string;
  readonly board: string;
  readonly published: string;
  readonly updated: string;
  readonly html: string;
  /** The archived files of the post. */
  readonly media: readonly FeedMedia[];
}

export interface FeedMedia {
  readonly url: string;
  readonly type: string;
  readonly size: number | null;
  readonly name: string | null;
}

export const FEED_ENTRIES = 50;

/** Feed readers show only plain elements. A line end in a text becomes an element. */
const escapeText = (text: string) => escapeXml(text).replaceAll('&#10;', '<br>');
const COMMENT_PRINTERS = { ...plainPrinters(escapeXml, escapeText), ...plainLinks(escapeXml, escapeText) };

/** `q` is the canonical text of the query, without `sort`. */
export function headOfSearch(q: string, site: Site): FeedHead {
  const query = q === '' ? '' : `?q=${encodeURIComponent(q)}`;
  const address = `${site.base}/api/v1/search/feed`;
  return {
    id: site.tag(`feed${query}`),
    title: q === '' ? 'Sagasu: everything' : `Sagasu: ${q}`,
    page: site.search(q),
    atom: `${address}.atom${query}`,
    json: `${address}.json${query}`,
  };
}

export function feedOf(head: FeedHead, posts: readonly Post[], site: Site): Feed {
  const times = posts.map((post) => Date.parse(post.time_modified));
  return {
    ...head,
    updated: new Date(Math.max(0, ...times)),
    entries: posts.map((post) => entryOf(post, site)),
  };
}

function entryOf(post: Post, site: Site): FeedEntry {
  const { board, num, subnum, name, tripcode, file, extra_files: others = [] } = post;
  const targets = {
    post: (there: string | null, target: number) => site.lookUp(there ?? board, target),
    board: (there: string, search: string | null) =>
      search === null ? site.board(there) : site.search(`board:${there} ${search}`),
  };
  return {
    id: site.tag(`post/${board}/${num}/${subnum}`),
    url: site.post(post),
    title: titleOf(post),
    author: [shown(name) || 'Anonymous', shown(tripcode)].filter((part) => part !== '').join(' '),
    board,
    published: post.time_posted,
    updated: post.time_modified,
    html: printHtml(post.tokens, COMMENT_PRINTERS, targets) + (post.comment_truncated === true ? '…' : ''),
    media: [file, ...others].flatMap((one) =>
      one?.url == null
        ? []
        : [
            {
              url: site.whole(one.url),
              type: mediaTypeOf(one.type),
              size: one.size,
              name: fileName(one.name, one.type),
            },
          ],
    ),
  };
}

const TITLE_LENGTH = 100;

/** The subject, else the beginning of the comment after its quotes, else the file name; one line, never empty. */
function titleOf({ board, num, subject, tokens, file }: Post): string {
  const line = [subject, withoutLeadingQuotes(writtenText(tokens)), fileName(file?.name ?? null, file?.type ?? null)]
    .map((text) => shown(text).replaceAll(/\s+/g, ' '))
    .find((text) => text !== '');
  return line === undefined ? `/${board}/ ${num}` : shortened(line);
}

/** '' if nothing visible is left. */
function shown(text: string | null | undefined): string {
  return withoutForbidden(text ?? '').trim();
}

const GRAPHEMES = new Intl.Segmenter();

/** Cut between words, never within a grapheme. `length`: in UTF-16 code units. */
export function shortened(line: string, length: number = TITLE_LENGTH): string {
  if (line.length <= length) return line;
  let cut = '';
  for (const { segment } of GRAPHEMES.segment(line.slice(0, 2 * length))) {
    if (cut.length + segment.length > length) break;
    cut += segment;
  }
  const blank = cut.lastIndexOf(' ');
  return `${blank > cut.length / 2 ? cut.slice(0, blank) : cut}…`;
}

function fileName(name: string | null, type: string | null): string | null {
  return name === null || type === null ? name : `${name}.${type}`;
}

/** By the extension that a post names; wider than the list of types that the archive detects (mappings/media.ts). */
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    avif: 'image/avif',
    gif: 'image/gif',
    jpeg: 'image/jpeg',
    jpg: 'image/jpeg',
    mp3: 'audio/mpeg',
    mp4: 'video/mp4',
    ogg: 'audio/ogg',
    pdf: 'application/pdf',
    png: 'image/png',
    swf: 'application/x-shockwave-flash',
    webm: 'video/webm',
    webp: 'image/webp',
    zip: 'application/zip',
  }),
);

function mediaTypeOf(extension: string | null): string {
  return MEDIA_TYPES.get(extension ?? '') ?? 'application/octet-stream';
}
