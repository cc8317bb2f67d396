/** Delays rendering of content that is not needed immediately. */
import { startTransition, useEffect, useState, type RefObject } from 'react';

/**
 * Runs `work` after the next frame is painted, so that it delays neither that frame nor the ones before.
 * @returns a function that cancels it.
 */
export function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

const NOTHING = Symbol('nothing painted yet');

/** Whether a frame with this value has been painted. */
export function useIsPainted(value: unknown): boolean {
  const [painted, setPainted] = useState<unknown>(NOTHING);
  useEffect(() => afterPaint(() => startTransition(() => setPainted(value))), [value]);
  return painted === value;
}

/** Scripts that are loaded once they are needed. */
export interface Later<Part> {
  readonly load: () => Promise<Part>;
  /** null until it is loaded. */
  readonly loaded: Part | null;
}

export function later<Part extends object>(request: () => Promise<Part>): Later<Part> {
  const part: { loaded: Part | null; load: () => Promise<Part> } = {
    loaded: null,
    load: async () => {
      part.loaded = await request();
      return part.loaded;
    },
  };
  return part;
}

/**
 * Loads the scripts with the first rendering that wants them. null until then, and if they cannot be loaded. While a page is hydrated they
 * must not be wanted.
 */
export function useLater<Part extends object>(part: Later<Part>, isWanted: boolean): Part | null {
  const [shown, setShown] = useState<Part | null>(null);
  const loaded = isWanted ? part.loaded : null;
  if (shown === null && loaded !== null) setShown(loaded);
  const isMissing = isWanted && shown === null && loaded === null;
  useEffect(() => {
    if (!isMissing) return undefined;
    let isHere = true;
    part.load().then(
      (arrived) => isHere && setShown(arrived),
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [part, isMissing]);
  return shown ?? loaded;
}

/** Elements this close to the viewport count as near it, so that they are ready before they are visible. */
const MARGIN = '800px 0px';

const onNear = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** Whether an element has come near the viewport; once true, it stays true. */
export function useNearViewport(place: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (isNear || element === null) return undefined;
    observer ??= new IntersectionObserver(notifyNear, { rootMargin: MARGIN });
    const observing = observer;
    onNear.set(element, () => setNear(true));
    observing.observe(element);
    return () => observing.unobserve(element);
  }, [place, isNear]);
  return isNear;
}

function notifyNear(entries: readonly IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) if (isIntersecting) onNear.get(target)?.();
}
