import type { AnyRouter } from '@tanstack/react-router';

/**
 * After a navigation the focus goes to the post that the address names, else to the page's heading: where a page load
 * would put a listener or a keyboard. Not after the first load, and not away from a form that is in use.
 */
export function manageFocus(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, toLocation, hrefChanged, pathChanged }) => {
    if (fromLocation === undefined || !hrefChanged) return;
    if (!pathChanged && document.activeElement?.closest('form') instanceof Element) return;
    const named = toLocation.hash === '' ? null : document.getElementById(toLocation.hash);
    const target = named ?? document.querySelector<HTMLElement>('[data-start]') ?? document.querySelector('h1');
    target?.focus({ preventScroll: true });
  });
}
