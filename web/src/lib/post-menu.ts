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

const MARGIN = 8;

interface Place {
  readonly left: number;
  readonly maxHeight: number;
  readonly top?: number;
  readonly bottom?: number;
}

/** The position of the menu in the window, in pixels: below its button, or above it if there is more space. */
export function menuPlace(
  button: { readonly left: number; readonly top: number; readonly bottom: number },
  width: number,
  page: { readonly width: number; readonly height: number },
): Place {
  const left = Math.max(MARGIN, Math.min(button.left, page.width - width - MARGIN));
  const below = page.height - button.bottom - 2 * MARGIN;
  const above = button.top - 2 * MARGIN;
  return below >= Math.min(above, 360)
    ? { left, top: button.bottom + 2, maxHeight: below }
    : { left, bottom: page.height - button.top + 2, maxHeight: above };
}
