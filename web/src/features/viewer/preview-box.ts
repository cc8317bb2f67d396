const MARGIN = 12;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The position of the preview in the window, in pixels: beside the thumbnail on the side with more space; null if it would not be
 * larger than the thumbnail.
 */
export function previewBox(thumbnail: Box, whole: Size, page: Size): Box | null {
  const right = page.width - thumbnail.left - thumbnail.width - 2 * MARGIN;
  const left = thumbnail.left - 2 * MARGIN;
  const room = Math.max(right, left);
  const scale = Math.min(1, room / whole.width, (page.height - 2 * MARGIN) / whole.height);
  const [width, height] = [Math.round(whole.width * scale), Math.round(whole.height * scale)];
  if (width <= thumbnail.width * 1.2) return null;
  const middle = thumbnail.top + thumbnail.height / 2 - height / 2;
  return {
    left: right >= left ? thumbnail.left + thumbnail.width + MARGIN : thumbnail.left - MARGIN - width,
    top: Math.round(Math.max(MARGIN, Math.min(middle, page.height - MARGIN - height))),
    width,
    height,
  };
}
