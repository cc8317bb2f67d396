import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { t } from '../lib/messages.ts';
import { coverPage } from '../lib/page-behind.ts';

interface SheetProps {
  readonly name: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A panel in the page; on a phone a sheet over it, which Escape and a tap outside it close. */
export function Sheet({ name, onClose, children }: SheetProps) {
  const place = useRef<HTMLElement>(null);
  // Before the panel is removed, and the focus with it.
  useLayoutEffect(() => (place.current === null ? undefined : coverPage(place.current)), []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && place.current?.contains(document.activeElement) === true)
        onClose();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [onClose]);
  return (
    <>
      {/* Keyboard users have Escape and the button. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events */}
      <div className="sheet-backdrop" onClick={onClose} />
      <section ref={place} className="sheet" aria-label={name} tabIndex={-1}>
        <div className="sheet-content">{children}</div>
        <button type="button" className="sheet-close" onClick={onClose}>
          {t('common.close')}
        </button>
      </section>
    </>
  );
}
