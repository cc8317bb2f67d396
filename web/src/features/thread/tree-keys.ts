/**
 * Keys of a tree, in the tree of replies: up and down move to the post before and after, left folds a branch or moves to the post that
 * is answered, right unfolds it or moves to the first answer. They work from the button that folds a branch and, once they have moved
 * the focus, from any post.
 */
export function watchTreeKeys(): () => void {
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const focused = document.activeElement;
  // A post that was clicked has the focus too, and the reader wants to scroll.
  if (focused?.matches('.post-tree [data-fold], .post-tree .post:focus-visible') !== true) return;
  const posts = [...document.querySelectorAll<HTMLElement>('.post-tree > .posts > .post')];
  const here = posts.findIndex((post) => post.contains(focused));
  const move = moveOf(event.key, posts.map(nodeOf), here);
  if (move === null) return;
  event.preventDefault();
  if (move === 'toggle') buttonOf(posts[here])?.click();
  else {
    const to = posts[move];
    (buttonOf(to) ?? to)?.focus({ preventScroll: true });
    to?.scrollIntoView({ block: 'nearest' });
  }
}

export interface TreeNode {
  readonly depth: number;
  /** null for a post without answers. */
  readonly isOpen: boolean | null;
}

/** The place to move to; `toggle` folds or unfolds the current branch. null for other keys, and where there is nothing to do. */
export function moveOf(key: string, nodes: readonly TreeNode[], here: number): number | 'toggle' | null {
  const node = nodes[here];
  if (node === undefined) return null;
  const last = nodes.length - 1;
  switch (key) {
    case 'ArrowDown':
      return here < last ? here + 1 : null;
    case 'ArrowUp':
      return here > 0 ? here - 1 : null;
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'ArrowRight':
      if (node.isOpen === null) return null;
      return node.isOpen ? here + 1 : 'toggle';
    case 'ArrowLeft': {
      if (node.isOpen === true) return 'toggle';
      const parent = nodes.findLastIndex((other, place) => place < here && other.depth < node.depth);
      return parent === -1 ? null : parent;
    }
    default:
      return null;
  }
}

function nodeOf(post: HTMLElement): TreeNode {
  const open = buttonOf(post)?.getAttribute('aria-expanded');
  return {
    depth: Number(post.style.getPropertyValue('--depth') || 0),
    isOpen: open === undefined || open === null ? null : open === 'true',
  };
}

function buttonOf(post: HTMLElement | undefined): HTMLElement | null {
  return post?.querySelector<HTMLElement>(':scope > .post_wrapper > .post-top [data-fold]') ?? null;
}
