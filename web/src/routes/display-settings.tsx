import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { t } from '../lib/messages.ts';
import { closeWhenLeft } from '../lib/popup.ts';

const DisplayChoices = lazy(async () => ({ default: (await import('./display-choices.tsx')).DisplayChoices }));

/** A menu with the reader's display preferences, which are stored in this browser; on a phone a sheet at the bottom of the screen. */
export function DisplaySettings() {
  const popup = useRef<HTMLDivElement>(null);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  // The reader may have opened the menu before hydration.
  useEffect(() => setOpen(popup.current?.matches(':popover-open') === true), []);
  return (
    <div className="display-settings" onBlur={closeWhenLeft}>
      <button
        type="button"
        className="quiet-button"
        popoverTarget={id}
        aria-label={t('display.menu')}
        title={t('display.title')}
      >
        <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="8" cy="8" r="5.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
          <path d="M8 2.25a5.75 5.75 0 0 1 0 11.5z" fill="currentColor" />
        </svg>
      </button>
      <div
        id={id}
        ref={popup}
        popover="auto"
        className="popup display-choices"
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && (
          <Suspense>
            <DisplayChoices onClose={() => popup.current?.hidePopover()} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
