/**
 * The part of the window that is not covered: an on-screen keyboard covers its bottom. In some browsers the size of the window then
 * stays the same.
 */

/** Pixels between a popup and the edge of the window. */
const MARGIN = 8;
/** A popup takes at most this share of the window's height. */
const MAX_SHARE = 0.7;

interface VisibleArea {
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
}

/** In the coordinates of `getBoundingClientRect`. */
function visibleArea(): VisibleArea {
  const width = document.documentElement.clientWidth;
  const { visualViewport: visible, innerHeight } = window;
  // After zooming in, the visible part is a part of everything.
  if (visible === null || visible.scale > 1.01) return { top: 0, bottom: innerHeight, width };
  return { top: visible.offsetTop, bottom: visible.offsetTop + visible.height, width };
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

/**
 * Keeps a popup at `anchor` inside the window: above the anchor if there is more space, not higher than the space, and moved sideways.
 */
export function fitBeside(popup: HTMLElement, anchor: Element): void {
  popup.style.maxHeight = '';
  popup.style.translate = '';
  popup.removeAttribute('data-above');
  // On a phone the popup is a sheet at the bottom.
  if (getComputedStyle(popup).position === 'fixed') return;
  const area = visibleArea();
  const { top, bottom } = anchor.getBoundingClientRect();
  const above = top - area.top - MARGIN;
  const below = area.bottom - bottom - MARGIN;
  const isAbove = popup.scrollHeight > below && above > below;
  popup.toggleAttribute('data-above', isAbove);
  const room = Math.min(isAbove ? above : below, (area.bottom - area.top) * MAX_SHARE);
  popup.style.maxHeight = `${Math.max(0, Math.floor(room))}px`;
  const { left, right } = popup.getBoundingClientRect();
  const shift = left < MARGIN ? MARGIN - left : Math.min(0, area.width - MARGIN - right);
  if (shift !== 0) popup.style.translate = `${shift}px 0`;
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
