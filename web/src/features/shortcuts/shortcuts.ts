import { openViewerAt } from '../../lib/viewer.ts';

/** Keyboard shortcuts in the order of the help dialog. */
export const SHORTCUTS = [
  { key: '/', meaning: 'shortcuts.bar' },
  { key: 'j', meaning: 'shortcuts.next' },
  { key: 'k', meaning: 'shortcuts.previous' },
  { key: 'o', meaning: 'shortcuts.open' },
  { key: 'e', meaning: 'shortcuts.expand' },
  { key: 'n', meaning: 'shortcuts.next-match' },
  { key: 'p', meaning: 'shortcuts.previous-match' },
  { key: 'm', meaning: 'shortcuts.menu' },
  { key: 't', meaning: 'shortcuts.top' },
  { key: '?', meaning: 'shortcuts.list' },
] as const;

export type Shortcut = (typeof SHORTCUTS)[number]['key'];

interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The shortcut of a key press; null for keys that belong to the browser. */
export function shortcutOf(press: Press): Shortcut | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  return SHORTCUTS.find(({ key }) => key === press.key)?.key ?? null;
}

/** The current post of `j` and `k` is marked in the DOM, as all kinds of pages list posts. */
const POSTS = '#main article:not([role=none])';
const MARK = 'data-current';
/** The element that expands and closes a post's file (components/post/post-picture.tsx). */
const EXPAND = '[data-expand]';
/** Height of a thread's sticky bar plus a margin, in pixels. */
const BELOW_TOP = 64;

/** Moves to the next or previous post; without a current one, to the first visible post. */
export function stepToPost(step: 1 | -1): void {
  const posts = [...document.querySelectorAll<HTMLElement>(POSTS)];
  if (posts.length === 0) return;
  const current = currentPost();
  const place = current === null ? -1 : posts.indexOf(current);
  const next = place === -1 ? firstVisible(posts) : (posts[place + step] ?? posts[place]);
  if (next === undefined) return;
  current?.removeAttribute(MARK);
  next.setAttribute(MARK, '');
  if (next.tabIndex < 0) next.tabIndex = -1;
  next.focus({ preventScroll: true });
  scrollToPost(next);
}

/** `o` opens the post in lists (its number or, in a catalog, its title) and the file in a thread, over the page. */
export function openCurrentPost(): void {
  const post = currentPost();
  if (post === null) return;
  if (post.closest('.post-list') !== null) openViewerAt(post.dataset['post'] ?? '');
  else (post.querySelector<HTMLElement>('a.post-num') ?? post.querySelector<HTMLElement>('h2 a'))?.click();
}

/** `e` expands the file of the current post or, without one, the first visible file; pressed again it closes it. */
export function expandCurrentFile(): void {
  const all = [...document.querySelectorAll<HTMLElement>(`:is(${POSTS}) ${EXPAND}`)];
  const control =
    currentPost() === null ? firstVisible(all) : all.find((element) => element.closest('article') === currentPost());
  if (control !== undefined) control.click();
  // Pictures in a catalog link to their threads, so files are not opened there.
  else openViewerAt(currentPost()?.dataset['post'] ?? '');
}

/** Moves to the next or previous match of the search in a thread (features/thread/thread-search.tsx). */
export function stepToMatch(way: 'next' | 'previous'): void {
  document.querySelector<HTMLElement>(`[data-match=${way}]`)?.click();
}

/** `m` opens the menu of the current post. */
export function openCurrentMenu(): void {
  currentPost()?.querySelector<HTMLElement>('.post-menu-button')?.click();
}

function currentPost(): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[${MARK}]`);
}

function firstVisible(posts: readonly HTMLElement[]): HTMLElement | undefined {
  return posts.find((post) => post.getBoundingClientRect().top >= 0) ?? posts[0];
}

function scrollToPost(post: HTMLElement): void {
  const { top, bottom } = post.getBoundingClientRect();
  const room = window.innerHeight - BELOW_TOP;
  if (top < BELOW_TOP || bottom - top > room) window.scrollBy(0, top - BELOW_TOP);
  else if (bottom > window.innerHeight) window.scrollBy(0, Math.min(bottom - window.innerHeight + 16, top - BELOW_TOP));
}
