import type { AnyRouter } from '@tanstack/react-router';

/**
 * After a navigation, moves the focus to the post in the address's fragment, else to the page's heading, as a page load would
 * for keyboards and screen readers. Skipped after the first load, while a form or a search field is in use, and once the reader has focused
 * something since the navigation began: a menu that was just opened would close.
 */
export function manageFocus(appRouter: AnyRouter): void {
  let hasActed = false;
  const act = () => {
    hasActed = true;
  };
  document.addEventListener('pointerdown', act, { capture: true, passive: true });
  document.addEventListener('keydown', act, { capture: true, passive: true });
  appRouter.subscribe('onBeforeNavigate', () => {
    hasActed = false;
  });
  appRouter.subscribe('onRendered', ({ fromLocation, toLocation, hrefChanged, pathChanged }) => {
    if (fromLocation === undefined || !hrefChanged) return;
    const focused = document.activeElement;
    if (hasActed && focused !== null && focused !== document.body) return;
    if (!pathChanged && focused?.closest('form, search') instanceof Element) return;
    const head = toLocation.hash === '' ? null : document.getElementById(toLocation.hash);
    const post = head?.closest<HTMLElement>('article') ?? head;
    const target = post ?? document.querySelector<HTMLElement>('[data-start]') ?? document.querySelector('h1');
    target?.focus({ preventScroll: true });
  });
}
