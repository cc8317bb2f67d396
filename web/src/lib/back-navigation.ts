import type { RouterHistory } from '@tanstack/react-router';

let isBack = true;

/** Listens to where the reader goes; before the router does, which draws what is asked for here. */
export function watchComingBack(history: RouterHistory): void {
  const [load] = performance.getEntriesByType('navigation');
  isBack = !(load instanceof PerformanceNavigationTiming) || load.type !== 'navigate';
  history.subscribe(({ action: { type } }) => {
    // An address that is only spelt anew leads nowhere else.
    if (type !== 'REPLACE') isBack = type !== 'PUSH';
  });
}

/** To a page that the reader was on before: it must be as long as it was, for its place to be found. */
export function comesBack(): boolean {
  return isBack;
}
