/**
 * Gestures of fingers, mouse and wheel on the file in the viewer: swipe to the next file, pinch or double tap to zoom, drag to move a
 * zoomed picture.
 */
import { movedBy, type Place, type Size, swipeOf, toggledAt, WHOLE, type Zoom, zoomedAt } from './zoom.ts';

export interface Gestures {
  /** Zooms around the middle. */
  readonly zoomBy: (factor: number) => void;
  readonly moveBy: (by: Place) => void;
  readonly stop: () => void;
}

const DOUBLE_TAP_MS = 320;
/** Fingers never keep quite still, so a tap may move this far. */
const TAP_DISTANCE = 16;
/** Height of a video's controls at its bottom: touches there belong to them. */
const CONTROLS_HEIGHT = 80;
const WHEEL_FACTOR = 1.0015;

/**
 * Watches the element that contains the file. `onSwipe` returns whether there is a file on that side. Only pictures can be zoomed.
 * Writes the transform of `sheet`, the element that is moved.
 */
export function watchGestures(place: HTMLElement, sheet: HTMLElement, onSwipe: (step: -1 | 1) => boolean): Gestures {
  const fingers = new Map<number, Place>();
  let zoom: Zoom = WHOLE;
  let began: { readonly at: Place; readonly time: number } | null = null;
  let lastTap: { readonly at: Place; readonly time: number } | null = null;
  let wasPinched = false;

  const picture = () => sheet.querySelector('img');
  const room = (): Size => ({ width: place.clientWidth, height: place.clientHeight });
  const size = (): Size => {
    const shown = picture();
    return { width: shown?.offsetWidth ?? 0, height: shown?.offsetHeight ?? 0 };
  };
  const fromMiddle = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Place => {
    const { left, top, width, height } = place.getBoundingClientRect();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };
  const draw = ({ scale, x, y }: Zoom, isHeld: boolean) => {
    sheet.toggleAttribute('data-held', isHeld);
    place.toggleAttribute('data-zoomed', scale > 1);
    sheet.style.transform = scale === 1 && x === 0 && y === 0 ? '' : `translate(${x}px, ${y}px) scale(${scale})`;
  };
  const set = (next: Zoom, isHeld = false) => {
    if (picture() !== null) zoom = next;
    draw(zoom, isHeld);
  };

  const onDown = (event: PointerEvent) => {
    if (event.button !== 0 || isForControls(event)) return;
    if (event.target instanceof Element && event.target.closest('button, a') !== null) return;
    // Otherwise a mouse would drag the picture out of the page.
    if (event.pointerType === 'mouse') event.preventDefault();
    if (!(event.target instanceof HTMLMediaElement)) place.setPointerCapture(event.pointerId);
    const at = fromMiddle(event);
    fingers.set(event.pointerId, at);
    wasPinched = fingers.size > 1;
    began = wasPinched ? null : { at, time: event.timeStamp };
  };
  const onMove = (event: PointerEvent) => {
    const before = fingers.get(event.pointerId);
    if (before === undefined) return;
    const at = fromMiddle(event);
    fingers.set(event.pointerId, at);
    const by = difference(at, before);
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other !== undefined) {
      const factor = distance(at, other) / Math.max(1, distance(before, other));
      const half = movedBy(zoom, { x: by.x / 2, y: by.y / 2 }, size(), room());
      set(zoomedAt(half, factor, middle(at, other), size(), room()), true);
    } else if (zoom.scale > 1) set(movedBy(zoom, by, size(), room()), true);
    else if (began !== null) draw({ ...zoom, x: difference(at, began.at).x }, true);
  };
  const onUp = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId)) return;
    const at = fromMiddle(event);
    const start = began;
    if (fingers.size === 0) began = null;
    set(zoom);
    if (event.type === 'pointercancel' || start === null || wasPinched) return;
    const by = difference(at, start.at);
    if (distance(at, start.at) < TAP_DISTANCE) onTap(at, event.timeStamp);
    else if (zoom.scale === 1) {
      const step = swipeOf(by, event.timeStamp - start.time);
      if (step !== 0) onSwipe(step);
    }
  };
  const onTap = (at: Place, time: number) => {
    const isSecond =
      lastTap !== null && time - lastTap.time < DOUBLE_TAP_MS && distance(at, lastTap.at) < 2 * TAP_DISTANCE;
    lastTap = isSecond ? null : { at, time };
    if (isSecond) set(toggledAt(zoom, at, size(), room()));
  };
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    // The browser reports a pinch on a trackpad as a wheel with Ctrl and small steps.
    const factor = WHEEL_FACTOR ** -(event.ctrlKey ? 8 * event.deltaY : event.deltaY);
    set(zoomedAt(zoom, factor, fromMiddle(event), size(), room()), true);
  };

  place.addEventListener('pointerdown', onDown);
  place.addEventListener('pointermove', onMove);
  place.addEventListener('pointerup', onUp);
  place.addEventListener('pointercancel', onUp);
  place.addEventListener('wheel', onWheel, { passive: false });
  return {
    zoomBy: (factor) => set(zoomedAt(zoom, factor, { x: 0, y: 0 }, size(), room())),
    moveBy: (by) => set(movedBy(zoom, by, size(), room())),
    stop: () => {
      place.removeEventListener('pointerdown', onDown);
      place.removeEventListener('pointermove', onMove);
      place.removeEventListener('pointerup', onUp);
      place.removeEventListener('pointercancel', onUp);
      place.removeEventListener('wheel', onWheel);
    },
  };
}

function isForControls({ target, clientY }: PointerEvent): boolean {
  return (
    target instanceof HTMLAudioElement ||
    (target instanceof HTMLVideoElement && target.getBoundingClientRect().bottom - clientY < CONTROLS_HEIGHT)
  );
}

function difference(to: Place, from: Place): Place {
  return { x: to.x - from.x, y: to.y - from.y };
}

function distance(one: Place, other: Place): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function middle(one: Place, other: Place): Place {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}
