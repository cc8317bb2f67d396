/** Finds the posts of a thread's page that are on the screen. */
import type { Post } from '../../../../mappings/contract/post.ts';
import { anchorOf } from '../../lib/read-posts.ts';

/** A post and its distance from the top of the window, in pixels. */
export interface Position {
  readonly post: string;
  readonly offset: number;
}

/** The first post whose end is visible below the thread's bar, which is below the posts on a phone. */
export function currentPosition(): Position | undefined {
  const column = document.querySelector('.posts')?.getBoundingClientRect();
  if (column === undefined || window.scrollY === 0) return undefined;
  const article = document.elementFromPoint(middleOf(column), room().top + 2)?.closest('article[id]');
  // Anchors are on the heads: articles have FoolFuuka's ids.
  const head = article?.querySelector('header[id]');
  return head == null ? undefined : { post: head.id, offset: head.getBoundingClientRect().top };
}

/** The anchor of the last post that is visible above the thread's bar or the end of the window. */
export function lastVisible(): string | null {
  const list = document.querySelector('.post-list')?.getBoundingClientRect();
  if (list === undefined) return null;
  const post = document
    .elementFromPoint(middleOf(list), Math.min(room().bottom, list.bottom) - 4)
    ?.closest('article[data-post]');
  return post?.querySelector('header[id]')?.id ?? null;
}

/** The anchors of the posts on the screen. `shown`: the posts in the order in which the page shows them. */
export function visiblePosts(shown: readonly Post[]): readonly string[] {
  const end = lastVisible();
  const last = end === null ? -1 : shown.findIndex((post) => anchorOf(post) === end);
  if (last === -1) return [];
  const begin = currentPosition()?.post;
  const first = begin === undefined ? -1 : shown.findIndex((post) => anchorOf(post) === begin);
  if (first !== -1) return shown.slice(first, last + 1).map(anchorOf);
  // Above the first post is the head of the page.
  const list = document.querySelector('.post-list')?.getBoundingClientRect();
  const isAtBegin = list !== undefined && list.top >= room().top;
  return shown.slice(isAtBegin ? 0 : last, last + 1).map(anchorOf);
}

/** The part of the window that neither the thread's bar nor the edge of the window covers. */
function room(): { readonly top: number; readonly bottom: number } {
  const bar = document.querySelector('.thread-bar')?.getBoundingClientRect();
  const isBelow = bar !== undefined && bar.top > window.innerHeight / 2;
  return {
    top: bar === undefined || isBelow ? 0 : bar.bottom,
    bottom: isBelow ? bar.top : window.innerHeight,
  };
}

function middleOf({ left, width }: DOMRect): number {
  return left + width / 2;
}
