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
  const replies = document.querySelector('.post-list > .posts')?.getBoundingClientRect();
  const list = document.querySelector('.post-list')?.getBoundingClientRect();
  if (list === undefined) return [];
  const { top, bottom } = room();
  // Above the replies is the opening post, or the head of the page.
  const isAtBegin = replies === undefined || replies.top > top;
  const isBeforeReplies = replies === undefined || replies.top > bottom;
  const end = Math.min(bottom, list.bottom);
  const at = (anchor: string | null) => shown.findIndex((post) => anchorOf(post) === anchor);
  const last = isBeforeReplies
    ? 0
    : at(
        replyNear(
          middleOf(list),
          PROBES.map((probe) => end - probe),
        ),
      );
  if (last === -1 || document.elementFromPoint(middleOf(list), end - 4)?.closest('#main') == null) return [];
  const first = isAtBegin
    ? 0
    : at(
        replyNear(
          middleOf(list),
          PROBES.map((probe) => top + probe),
        ),
      );
  return shown.slice(first === -1 ? last : first, last + 1).map(anchorOf);
}

/** Distances from the edge. Posts that are not laid out yet leave gaps. */
const PROBES = [4, 28, 52, 76];

/** The anchor of the reply at the first of these heights that has one; the opening post's element is around all of them. */
function replyNear(x: number, heights: readonly number[]): string | null {
  for (const y of heights) {
    const head = document.elementFromPoint(x, y)?.closest('.posts > article[data-post]')?.querySelector('header[id]');
    if (head != null) return head.id;
  }
  return null;
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
