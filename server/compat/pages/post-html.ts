/**
 * Posts as FoolFuuka's pages show them, with the class names, attributes and structure that the parsers of Kuroba and Dashchan need.
 * Texts and comments come from the post as FoolFuuka's API prints it.
 */
import { escapeHtml } from '../../../mappings/comment/print-html.ts';
import type { FileStatus } from '../../../mappings/media.ts';
import { fileStatus } from '../../posts/present.ts';
import { foolFuukaPost, type ArchivedPost } from '../foolfuuka/post.ts';
import type { PrintContext } from '../foolfuuka/site.ts';

export interface ThreadOnPage {
  readonly opener: ArchivedPost;
  readonly replies: readonly ArchivedPost[];
  /** null on pages that show whole threads. */
  readonly omitted: { readonly posts: number; readonly images: number } | null;
}

export function threadHtml({ opener, replies, omitted }: ThreadOnPage, context: PrintContext): string {
  const { post, docId } = opener;
  const printed = foolFuukaPost(opener, context);
  const note =
    omitted === null || omitted.posts === 0
      ? ''
      : `<span class="omitted"><span class="omitted_posts">${omitted.posts}</span> posts and ` +
        `<span class="omitted_images">${omitted.images}</span> images omitted</span>\n`;
  const posts = replies.map((reply) => replyHtml(reply, context)).join('');
  return (
    `<article class="clearfix thread doc_id_${docId}" id="${post.num}" data-doc-id="${docId}" ` +
    `data-thread-num="${post.num}" data-board="${escapeHtml(post.board)}">\n` +
    fileHtml(opener, printed, context, 'thread_image') +
    headHtml(opener, printed, context) +
    `<div class="text">${text(printed['comment_processed'])}</div>\n${note}` +
    `<aside class="posts">\n${posts}</aside>\n</article>\n`
  );
}

export function replyHtml(reply: ArchivedPost, context: PrintContext): string {
  const { post, docId } = reply;
  const printed = foolFuukaPost(reply, context);
  const file = fileHtml(reply, printed, context, 'post_image');
  return (
    `<article class="post doc_id_${docId}${file === '' ? '' : ' has_image'}${post.subnum > 0 ? ' post_ghost' : ''}" ` +
    `id="${idOf(reply)}" data-board="${escapeHtml(post.board)}" data-doc-id="${docId}">\n<div class="post_wrapper">\n` +
    `${file}${headHtml(reply, printed, context)}` +
    `<div class="text">${text(printed['comment_processed'])}</div>\n</div>\n</article>\n`
  );
}

/** A hit is a pair of elements: Kuroba reads the thread's number from the first. */
export function hitHtml(hit: ArchivedPost, context: PrintContext): string {
  const { post, docId } = hit;
  const stub =
    `<div class="post stub stub_doc_id_${docId}"><button class="btn-toggle-post" data-function="showPost" ` +
    `data-board="${escapeHtml(post.board)}" data-doc-id="${docId}" data-thread-num="${post.thread}"></button></div>\n`;
  return stub + replyHtml(hit, context);
}

function headHtml({ post }: ArchivedPost, printed: Printed, { site }: PrintContext): string {
  const thread = escapeHtml(`${site.board(post.board)}thread/${post.thread}/`);
  const id = post.subnum > 0 ? `${post.num}_${post.subnum}` : String(post.num);
  const poster = [
    `<span class="post_author">${text(printed['name_processed'])}</span>`,
    `<span class="post_tripcode">${text(printed['trip_processed'])}</span>`,
    ...(post.posterid === null
      ? []
      : [`<span class="poster_hash">ID:${text(printed['poster_hash_processed'])}</span>`]),
    ...(post.capcode === null ? [] : [`<span class="post_level">## ${escapeHtml(post.capcode)}</span>`]),
  ].join('');
  return (
    `<header>\n<div class="post_data">\n<h2 class="post_title">${text(printed['title_processed'])}</h2>\n` +
    `<span class="post_poster_data">${poster}</span>\n` +
    `<span class="time_wrap"><time datetime="${post.timePosted.toISOString().slice(0, 19)}+00:00" ` +
    `title="4chan Time: ${text(printed['fourchan_date'])}">${dateOf(post.timePosted)}</time></span>\n` +
    `<a href="${thread}#${id}" data-post="${id}" data-function="highlight">No.</a>` +
    `<a href="${thread}#q${id}" data-post="${id}" data-function="quote">${id.replace('_', ',')}</a>\n` +
    `<span class="post_type">${iconsOf(printed)}</span>\n` +
    `<a href="${reportAddress(post.board, id)}" rel="nofollow" class="post_report">Report</a>\n</div>\n</header>\n`
  );
}

function reportAddress(board: string, id: string): string {
  return escapeHtml(`/_/report?${new URLSearchParams({ board, num: id }).toString()}`);
}

type Printed = Readonly<Record<string, unknown>>;

const ICONS: readonly (readonly [field: string, icon: string, title: string])[] = [
  ['sticky', 'icon-pushpin', 'This thread has been stickied.'],
  ['locked', 'icon-lock', 'This thread has been locked.'],
  ['deleted', 'icon-trash', 'This post was deleted.'],
];

function iconsOf(printed: Printed): string {
  return ICONS.filter(([field]) => printed[field] === '1')
    .map(([, icon, title]) => `<i class="${icon}" title="${title}"></i>`)
    .join('');
}

/** '' for a post without a file. */
function fileHtml({ post }: ArchivedPost, printed: Printed, { site }: PrintContext, image: string): string {
  const media = printed['media'] as Printed | null;
  if (media === null) return '';
  const name = text(media['media_filename_processed']);
  // Dashchan accepts only addresses of this form for files; it redirects to the file.
  const original = text(media['media_orig']);
  const link =
    typeof media['media_link'] === 'string' && /^\d{6,}\.\w+$/.test(original)
      ? `${site.board(post.board)}image/${original.slice(0, 4)}/${original.slice(4, 6)}/${original}`
      : text(media['media_link']);
  const { mediaDimsThbW: width, mediaDimsThbH: height } = post;
  const size = width === null || height === null ? '' : ` width="${width}" height="${height}"`;
  const picture =
    media['thumb_link'] === null
      ? name
      : `<img src="${escapeHtml(text(media['thumb_link']))}"${size} class="${image}" loading="lazy" alt="" ` +
        `data-md5="${escapeHtml(text(media['media_hash']))}">`;
  const facts = `${sizeOf(post.mediaSize ?? 0)}, ${text(media['media_w'])}x${text(media['media_h'])}`;
  const spoiler = post.spoiler ? ' spoiler_box' : '';
  const label =
    link === ''
      ? `<span class="post_file_filename" title="${name}">${name}</span>`
      : `<a href="${escapeHtml(link)}" class="post_file_filename" title="${name}">${name}</a>`;
  const note = link === '' ? ` <span class="post_file_status">${STATUS_TEXTS[fileStatus(post)]}</span>` : '';
  const replay = text(media['replay_link']);
  const drawing = replay === '' ? '' : ` <a href="${escapeHtml(replay)}" class="post_file_replay">Replay</a>`;
  const box =
    link === '' ? picture : `<a href="${escapeHtml(link)}" rel="noreferrer" class="thread_image_link">${picture}</a>`;
  return (
    `<div class="post_file">${label}, <span class="post_file_metadata">${facts}</span>${note}${drawing}</div>\n` +
    `<div class="thread_image_box${spoiler}">${box}</div>\n`
  );
}

/** Of a file without a link. */
const STATUS_TEXTS: Readonly<Record<FileStatus, string>> = {
  archived: 'File missing from the archive.',
  pending: 'File not archived yet.',
  gone: 'File gone from its source.',
  refused: 'File not archived: the source sent another file.',
  banned: 'File banned.',
  never_fetched: 'File never archived.',
  unknown: 'File not archived.',
};

/** `924KiB`, the format that those parsers read. */
function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes}B`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)}KiB` : `${(bytes / 1024 / 1024).toFixed(2)}MiB`;
}

function idOf({ post }: ArchivedPost): string {
  return post.subnum > 0 ? `${post.num}_${post.subnum}` : String(post.num);
}

/** `Sat, 09 Jan 2021 08:26:18 GMT` without its commas and zone. */
function dateOf(time: Date): string {
  return time.toUTCString().replace(',', '').replace(' GMT', '');
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
