import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';

/**
 * Props for an element whose buttons appear and disappear: when the focused button is removed, the focus moves to
 * `fallback` (which needs a tabIndex) instead of the top of the page.
 */
export function useKeepFocus<T extends HTMLElement>(fallback: RefObject<T | null>) {
  const isInside = useRef(false);
  // Runs after every render, because React reports no blur for an element that it removes.
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
      // The reader moved the focus on purpose, by a click elsewhere or a change of window.
      if (event.currentTarget.isConnected) isInside.current = false;
    },
  };
}
