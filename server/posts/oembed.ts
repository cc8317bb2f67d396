/** A post as other sites embed it. Pure. */
import { escapeHtml } from '../../mappings/comment/print-html.ts';
import { writtenText } from '../../mappings/comment/text-parts.ts';
import { withoutSpoilers } from '../../mappings/comment/without-spoilers.ts';
import type { OEmbed } from '../../mappings/contract/oembed.ts';
import type { Post } from '../../mappings/contract/post.ts';
import { titleOfOpening } from '../../mappings/thread-title.ts';
import { shortened } from '../feeds/feed.ts';
import type { Site } from '../shared/site.ts';

const MAX_CHARACTERS = 500;
const WIDTH = 550;
const CACHE_S = 3_600;
const POST_PATH = /^\/([^/]+)\/(?:thread\/(\d{1,16})|post\/(\d{1,16})(?:_(\d{1,9}))?)\/?$/;
const FRAGMENT = /^#[pq]?(\d{1,16})(?:_(\d{1,9}))?$/;

export interface EmbeddedPlace {
  readonly board: string;
  readonly num: number;
  readonly subnum: number;
}

/** The post that an address of this site names; null for other addresses. A fragment names a post of the thread. */
export function embeddedPlace(address: string, { base }: Site): EmbeddedPlace | null {
  const [url, home] = [URL.parse(address), new URL(base)];
  if (url === null || !/^https?:$/.test(url.protocol) || url.host !== home.host) return null;
  const root = home.pathname.replace(/\/$/, '');
  if (!url.pathname.startsWith(`${root}/`)) return null;
  const [, board, thread, post, subnum = '0'] = POST_PATH.exec(url.pathname.slice(root.length)) ?? [];
  if (board === undefined) return null;
  const [, num = thread ?? post, ghost = subnum] = FRAGMENT.exec(url.hash) ?? [];
  const place = { board: decoded(board), num: Number(num), subnum: Number(ghost) };
  return place.num > 0 && Number.isSafeInteger(place.num) ? place : null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export interface EmbedLimits {
  readonly maxwidth?: number | undefined;
  readonly maxheight?: number | undefined;
}

/** Text behind a spoiler is left out, and a hidden picture has no thumbnail, as in link previews. */
export function embedded(post: Post, site: Site, { maxwidth = WIDTH, maxheight = Infinity }: EmbedLimits): OEmbed {
  const { board, num, subnum, file } = post;
  const title = titleOfOpening(post) ?? `/${board}/ ${num}`;
  const author = [post.name ?? 'Anonymous', post.tripcode].filter(Boolean).join(' ');
  const text = shortened(writtenText(withoutSpoilers(post.tokens)).trim(), MAX_CHARACTERS);
  const url = site.post(post);
  const paragraphs = text.split('\n').map((line) => escapeHtml(line));
  const date = `<time datetime="${post.time_posted}">${post.time_posted.slice(0, 10)}</time>`;
  const picture = post.spoiler || post.time_deleted_file !== null ? null : (file?.thumb_url ?? null);
  const [width, height] = [file?.thumb_width ?? 0, file?.thumb_height ?? 0];
  const hasThumbnail =
    picture?.startsWith('/') === true && width > 0 && height > 0 && width <= maxwidth && height <= maxheight;
  return {
    version: '1.0',
    type: 'rich',
    title,
    author_name: author,
    provider_name: 'Sagasu',
    provider_url: `${site.base}/`,
    cache_age: CACHE_S,
    html:
      `<blockquote cite="${escapeHtml(url)}">${text === '' ? '' : `<p>${paragraphs.join('<br>')}</p>`}` +
      `<footer>${escapeHtml(author)}, <a href="${escapeHtml(url)}">/${escapeHtml(board)}/ No.${num}${subnum > 0 ? `_${subnum}` : ''}</a>, ${date}</footer></blockquote>`,
    width: Math.min(maxwidth, WIDTH),
    height: null,
    ...(hasThumbnail && {
      thumbnail_url: site.whole(picture),
      thumbnail_width: width,
      thumbnail_height: height,
    }),
  };
}
