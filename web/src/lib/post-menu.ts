/** The menu of a post. The page has one menu, which the button of each post opens. */
import type { Post } from '../../../mappings/contract/post.ts';
import { createStore, useStore } from './store.ts';

export interface OpenMenu {
  readonly post: Post;
  readonly button: HTMLElement;
  /** The post is on its thread's page. */
  readonly inThread: boolean;
}

const opened = createStore<OpenMenu | null>(null);

export function useOpenMenu(): OpenMenu | null {
  return useStore(opened);
}

export function openPostMenu(menu: OpenMenu): void {
  opened.write(menu);
}

export function closePostMenu(): void {
  opened.write(null);
}

/** Closes the menu and returns the focus to the post. */
export function leavePostMenu(): void {
  const menu = opened.read();
  closePostMenu();
  menu?.button.focus({ preventScroll: true });
}
