import { useEffect, useState } from 'react';

/** Whether the reader has scrolled past the first element that `selector` finds; false while there is none. */
export function usePastSight(selector: string): boolean {
  const [past, setPast] = useState(false);
  useEffect(() => {
    const element = document.querySelector(selector);
    if (element === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry !== undefined) setPast(!entry.isIntersecting && entry.boundingClientRect.top < 0);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [selector]);
  return past;
}
