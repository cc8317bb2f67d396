import type { RouterHistory } from '@tanstack/react-router';

let isBack = true;

/** Records how the reader came to each page. Must subscribe before the router, whose rendering reads the record. */
export function watchBackNavigation(history: RouterHistory): void {
  const [load] = performance.getEntriesByType('navigation');
  isBack = !(load instanceof PerformanceNavigationTiming) || load.type !== 'navigate';
  history.subscribe(({ action: { type } }) => {
    // A replaced address is still the same page.
    if (type !== 'REPLACE') isBack = type !== 'PUSH';
  });
}

/** Whether the page was reached by Back, Forward or a reload: it must be rendered whole for its scroll position to exist. */
export function isBackNavigation(): boolean {
  return isBack;
}
