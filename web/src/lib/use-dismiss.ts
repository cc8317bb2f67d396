import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Folds what is open when the reader points or goes elsewhere, and on Escape; `escaped` says where the focus goes then. */
export function useFold(place: RefObject<HTMLElement | null>, isOpen: boolean, fold: (escaped: boolean) => void): void {
  const onFold = useEffectEvent(fold);
  useEffect(() => {
    if (!isOpen) return undefined;
    const leave = (event: Event) => {
      if (event.target instanceof Node && place.current?.contains(event.target) === false) onFold(false);
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onFold(true);
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('keydown', escape);
    };
  }, [isOpen, place]);
}
