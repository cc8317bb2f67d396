import { useEffect, useEffectEvent, type RefObject } from 'react';

/**
 * Closes an open menu when the reader clicks or focuses anything outside it, and on Escape. If `byEscape` is true, the caller should
 * return the focus.
 */
export function useDismiss(
  place: RefObject<HTMLElement | null>,
  isOpen: boolean,
  dismiss: (byEscape: boolean) => void,
): void {
  const onDismiss = useEffectEvent(dismiss);
  useEffect(() => {
    if (!isOpen) return undefined;
    const onOutside = (event: Event) => {
      if (event.target instanceof Node && place.current?.contains(event.target) === false) onDismiss(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onDismiss(true);
    };
    document.addEventListener('pointerdown', onOutside);
    document.addEventListener('focusin', onOutside);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onOutside);
      document.removeEventListener('focusin', onOutside);
      document.removeEventListener('keydown', onKey);
    };
  }, [isOpen, place]);
}
