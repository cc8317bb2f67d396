/** Screens on which a sheet covers the page (components/popup.css). */
const COVERED = '(max-width: 40rem)';

/**
 * While the panel covers the page, as on a phone or with large text, only the panel can have the focus. On wider screens it is a part
 * of the page.
 * @returns ends it, and moves the focus from the panel to the element that had it before
 */
export function coverPage(panel: HTMLElement): () => void {
  const before = document.activeElement;
  const covered = matchMedia(COVERED);
  const inert = new Set<Element>();
  const cover = () => {
    for (const element of besides(panel)) {
      element.setAttribute('inert', '');
      inert.add(element);
    }
  };
  // Parts of the page arrive after the panel.
  const arrivals = new MutationObserver(cover);
  const uncover = () => {
    arrivals.disconnect();
    for (const element of inert) element.removeAttribute('inert');
    inert.clear();
  };
  const follow = () => {
    uncover();
    if (!covered.matches) return;
    cover();
    for (const place of placesOf(panel)) arrivals.observe(place, { childList: true });
    if (!panel.contains(document.activeElement)) panel.focus({ preventScroll: true });
  };
  follow();
  covered.addEventListener('change', follow);
  return () => {
    covered.removeEventListener('change', follow);
    uncover();
    const focused = document.activeElement;
    const hasLost = focused === null || focused === document.body || panel.contains(focused);
    if (hasLost && before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
}

/** The ancestors of the panel, up to the body. */
function placesOf(panel: HTMLElement): Element[] {
  const parent = panel.parentElement;
  return parent === null || panel === document.body ? [] : [parent, ...placesOf(parent)];
}

/** All elements that are beside the panel or one of its ancestors, without its backdrop and the live region. */
function besides(panel: HTMLElement): Element[] {
  return placesOf(panel)
    .flatMap((place) => [...place.children])
    .filter((element) => !element.contains(panel) && !element.matches('.sheet-backdrop, [aria-live], [inert]'));
}
