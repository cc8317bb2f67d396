import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';

/**
 * Spread over an element whose buttons come and go with the state of things: when the focused one goes, the focus moves
 * to `fallback` (which needs a tabIndex) instead of falling to the top of the page.
 */
export function useKeepFocus<T extends HTMLElement>(fallback: RefObject<T | null>) {
  const isInside = useRef(false);
  // After every drawing: React tells nothing of a focus that its own removal took away.
  useLayoutEffect(() => {
    if (!isInside.current || (document.activeElement !== document.body && document.activeElement !== null)) return;
    isInside.current = false;
    fallback.current?.focus({ preventScroll: true });
  });
  return {
    onFocus: () => {
      isInside.current = true;
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      // A click on the bare page or another window leaves the place on purpose.
      if (event.currentTarget.isConnected) isInside.current = false;
    },
  };
}
