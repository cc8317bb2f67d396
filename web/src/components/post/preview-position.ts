const MARGIN = 8;
const MAX_WIDTH = 620;

interface Place {
  readonly left: number;
  readonly width: number;
  readonly maxHeight: number;
  readonly top?: number;
  readonly bottom?: number;
}

/** Where a preview stands in the window, in pixels: below its link or above it, wherever there is more room. */
export function previewPlace(
  link: { readonly left: number; readonly top: number; readonly bottom: number },
  windowWidth: number,
  windowHeight: number,
): Place {
  const width = Math.min(MAX_WIDTH, windowWidth - 2 * MARGIN);
  const left = Math.max(MARGIN, Math.min(link.left, windowWidth - width - MARGIN));
  const below = windowHeight - link.bottom - 2 * MARGIN;
  const above = link.top - 2 * MARGIN;
  return below >= above
    ? { left, width, top: link.bottom + 4, maxHeight: below }
    : { left, width, bottom: windowHeight - link.top + 4, maxHeight: above };
}
