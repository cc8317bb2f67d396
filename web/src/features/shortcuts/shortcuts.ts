/** Keyboard shortcuts in the order of the help dialog. */
export const SHORTCUTS = [
  { key: '/', meaning: 'shortcuts.bar' },
  { key: 'j', meaning: 'shortcuts.next' },
  { key: 'k', meaning: 'shortcuts.previous' },
  { key: 'o', meaning: 'shortcuts.open' },
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
const POSTS = 'main article:not(.quote-preview article)';
const MARK = 'data-current';
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

/** `o` opens the post in lists (its number or, in a catalog, its title) and the file in a thread. */
const IN_LISTS = ['a.post-num', 'h2 a'];
const IN_THREADS = ['a.picture', 'a.file-name'];

export function openCurrentPost(): void {
  const post = currentPost();
  if (post === null) return;
  const links = post.id === '' ? IN_LISTS : IN_THREADS;
  const link = links.map((selector) => post.querySelector<HTMLElement>(selector)).find((found) => found !== null);
  link?.click();
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
