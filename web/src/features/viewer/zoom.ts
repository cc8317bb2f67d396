/** Zooms and moves a picture in the viewer. Positions are pixels from the middle of the window. */

export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Zoom extends Place {
  /** 1: the whole picture is in view. */
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };
const MAX_SCALE = 8;
/** Below this scale a picture returns to its whole size. */
const NEARLY_WHOLE = 1.05;
const CLOSE_UP = 2.5;

/** Zooms by a factor so that the point below the fingers stays in place. `picture`: the size of the whole picture in `room`. */
export function zoomedAt(zoom: Zoom, factor: number, point: Place, picture: Size, room: Size): Zoom {
  const scale = Math.min(MAX_SCALE, Math.max(1, zoom.scale * factor));
  if (scale < NEARLY_WHOLE && factor <= 1) return WHOLE;
  const by = scale / zoom.scale;
  const moved = { scale, x: point.x - (point.x - zoom.x) * by, y: point.y - (point.y - zoom.y) * by };
  return within(moved, picture, room);
}

/** The next step of a double tap: zoomed in, then whole again. */
export function toggledAt(zoom: Zoom, point: Place, picture: Size, room: Size): Zoom {
  return zoom.scale > 1 ? WHOLE : zoomedAt(zoom, CLOSE_UP, point, picture, room);
}

export function movedBy(zoom: Zoom, by: Place, picture: Size, room: Size): Zoom {
  return within({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, picture, room);
}

/** Keeps the edges of a picture that is larger than the window outside of the window. */
function within({ scale, x, y }: Zoom, picture: Size, room: Size): Zoom {
  const most = (length: number, available: number) => Math.max(0, (length * scale - available) / 2);
  return {
    scale,
    x: clamped(x, most(picture.width, room.width)),
    y: clamped(y, most(picture.height, room.height)),
  };
}

function clamped(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value));
}

const SWIPE_DISTANCE = 64;
const FLICK_DISTANCE = 24;
/** In pixels per millisecond. */
const FLICK_SPEED = 0.4;

/** The file that a swipe across a whole picture leads to: 1 for the next, -1 for the previous, 0 for none. */
export function swipeOf({ x, y }: Place, milliseconds: number): -1 | 0 | 1 {
  const distance = Math.abs(x);
  const isFlick = distance > FLICK_DISTANCE && distance / Math.max(1, milliseconds) > FLICK_SPEED;
  if (distance < 1.5 * Math.abs(y) || !(distance > SWIPE_DISTANCE || isFlick)) return 0;
  return x < 0 ? 1 : -1;
}
