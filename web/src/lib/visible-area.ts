/**
 * The part of the window that is not covered: an on-screen keyboard covers its bottom. In some browsers the size of the window then
 * stays the same.
 */

/** Pixels between a list and the edge of the window. */
const MARGIN = 8;

interface VisibleArea {
  readonly top: number;
  readonly bottom: number;
}

/** In the coordinates of `getBoundingClientRect`. */
function visibleArea(): VisibleArea {
  const { visualViewport: visible, innerHeight } = window;
  // After zooming in, the visible part is a part of everything.
  if (visible === null || visible.scale > 1.01) return { top: 0, bottom: innerHeight };
  return { top: visible.offsetTop, bottom: visible.offsetTop + visible.height };
}

/** Writes the covered heights at the top and the bottom of the window into CSS properties. */
export function watchCovered(): void {
  const { visualViewport: visible } = window;
  if (visible === null) return;
  let written = '';
  const write = () => {
    const { top, bottom } = visibleArea();
    const covered = [Math.round(top), Math.max(0, Math.round(window.innerHeight - bottom))];
    if (covered.join(' ') === written) return;
    written = covered.join(' ');
    document.documentElement.style.setProperty('--covered-top', `${covered[0]}px`);
    document.documentElement.style.setProperty('--covered-bottom', `${covered[1]}px`);
  };
  visible.addEventListener('resize', write);
  visible.addEventListener('scroll', write);
}

/** Calls `fit` immediately and whenever the visible part of the window changes. @returns a function that stops it. */
export function keepFitting(fit: () => void): () => void {
  fit();
  const targets = [window, window.visualViewport].filter((target) => target !== null);
  for (const target of targets) target.addEventListener('resize', fit);
  return () => {
    for (const target of targets) target.removeEventListener('resize', fit);
  };
}

/** Lists of suggestions are not lower than this if the page can be scrolled. */
const MIN_ROOM = 160;

/** Limits the height of a list below its field to the visible part of the window, and scrolls the page up if there is little space. */
export function fitBelow(list: HTMLElement, field: Element): void {
  const roomOf = () => visibleArea().bottom - field.getBoundingClientRect().bottom - MARGIN;
  if (roomOf() < MIN_ROOM && field.closest('.site-header') === null)
    field.scrollIntoView({ block: 'start', behavior: 'instant' });
  list.style.maxHeight = `${Math.max(0, Math.floor(roomOf()))}px`;
}
