/**
 * Classes, ids and attributes by which programs that read FoolFuuka's pages find posts. Elements have them beside our own class names;
 * docs/COMPATIBILITY.md lists them. Text that FoolFuuka writes for programs only is hidden and not translated.
 */
import type { File, Post } from '../../../../mappings/contract/post.ts';
import { threadAddress } from '../../lib/addresses.ts';
import { listed } from '../../lib/messages.ts';

/** `123`, or `123_4` for a ghost post. */
export function postId({ num, subnum }: Pick<Post, 'num' | 'subnum'>): string {
  return subnum > 0 ? `${num}_${subnum}` : String(num);
}

/** Userscripts look for `post doc_id_7`, in this order. */
function docClass({ doc_id: id }: Pick<Post, 'doc_id'>): string {
  return id === null ? '' : ` doc_id_${id}`;
}

export function replyClass(post: Post): string {
  return [
    `post${docClass(post)}`,
    post.opener && 'post_is_op',
    post.file !== null && 'has_image',
    post.subnum > 0 && 'post_ghost',
  ]
    .filter(Boolean)
    .join(' ');
}

export function threadClass(opener: Post | undefined): string {
  return `clearfix thread${opener === undefined ? '' : docClass(opener)}`;
}

export function postAttributes({ board, doc_id: id }: Pick<Post, 'board' | 'doc_id'>) {
  return { 'data-board': board, ...(id !== null && { 'data-doc-id': id }) };
}

export function threadAttributes(board: string, num: number, opener: Post | undefined) {
  return { ...postAttributes(opener ?? { board, doc_id: null }), 'data-thread-num': num };
}

/** FoolFuuka's link to a post in its thread. Our links have this form too: lib/link-catcher.ts and the server recognize it. */
export function quoteAddress(post: Pick<Post, 'board' | 'num' | 'subnum' | 'thread'>): string {
  return `${threadAddress(post.board, post.thread)}/#q${postId(post)}`;
}

/** File URL as FoolFuuka clients expect it: `/g/image/1400/00/1400000000123.png`. null for a file without one. */
export function fileAddress(board: string, { time, type, url }: File): string | null {
  const name = `${time}.${type}`;
  if (url === null || time === null || !/^\d{6,}\.\w+$/.test(name)) return null;
  return `/${encodeURIComponent(board)}/image/${name.slice(0, 4)}/${name.slice(4, 6)}/${name}`;
}

/** `121KiB, 800x600` in English and German; programs read pages in English. */
export function fileFacts({ size, width, height }: File): string {
  const facts = [];
  if (size !== null) facts.push(sizeText(size));
  if (width !== null && height !== null) facts.push(`${width}x${height}`);
  return listed(facts);
}

function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes}B`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)}KiB` : `${(bytes / 1024 / 1024).toFixed(2)}MiB`;
}

export const HOME_HEADING = 'Archives';
export const NO_HITS = 'No results found.';

/** The number of hits of a search, as a number for programs. */
export function hitsFound(total: number, isExact: boolean): string {
  return `${isExact ? '' : 'At least '}${total} results found.`;
}
