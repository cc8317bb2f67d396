import { lazy, type MouseEvent, Suspense, useRef, useState } from 'react';
import { t } from '../lib/messages.ts';
import { useDismiss } from '../lib/use-dismiss.ts';

const DisplayChoices = lazy(async () => ({ default: (await import('./display-choices.tsx')).DisplayChoices }));

/** A menu with the reader's display preferences, which are stored in this browser. */
export function DisplaySettings() {
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useDismiss(menu, isOpen, (escaped) => {
    setOpen(false);
    if (escaped) menu.current?.querySelector('button')?.focus();
  });
  const click = (event: MouseEvent) => {
    // The backdrop of the sheet on a phone is the element itself (components/menu.css).
    if (event.target === event.currentTarget) setOpen(false);
  };
  return (
    // Its controls are interactive; this element only notices clicks beside the sheet.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div className="display-settings" ref={menu} onClick={click}>
      <button
        type="button"
        className="quiet-button"
        aria-expanded={isOpen}
        aria-label={t('display.menu')}
        title={t('display.title')}
        onClick={() => setOpen(!isOpen)}
      >
        <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="8" cy="8" r="5.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
          <path d="M8 2.25a5.75 5.75 0 0 1 0 11.5z" fill="currentColor" />
        </svg>
      </button>
      {isOpen && (
        <Suspense>
          <DisplayChoices onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
