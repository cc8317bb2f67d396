import { useEffect, useState, type RefObject } from 'react';

/** So far outside the window a thing is near: what is drawn then is drawn before it is seen. */
const MARGIN = '800px 0px';

const heard = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** Whether an element has come near the part of the page that is seen; once it has, it stays so. */
export function useNear(place: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (isNear || element === null) return undefined;
    observer ??= new IntersectionObserver(tell, { rootMargin: MARGIN });
    const watching = observer;
    heard.set(element, () => setNear(true));
    watching.observe(element);
    return () => watching.unobserve(element);
  }, [place, isNear]);
  return isNear;
}

function tell(entries: readonly IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) if (isIntersecting) heard.get(target)?.();
}
