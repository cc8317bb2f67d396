import { type ReactNode, useId } from 'react';
import { t } from '../lib/messages.ts';
import { closeWhenChosen, closeWhenLeft } from '../lib/popup.ts';

interface MenuProps {
  /** The button's content. */
  readonly label: ReactNode;
  /** The accessible name of the button, if it has no text. */
  readonly name?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A button that opens a list below it, also without scripts; on a phone a sheet at the bottom of the screen. Closes after a choice. */
export function Menu({ label, name, className = '', children }: MenuProps) {
  const id = useId();
  return (
    <div className={`menu ${className}`} onBlur={closeWhenLeft}>
      <button type="button" className="quiet-button" popoverTarget={id} aria-label={name} title={name}>
        {label}
      </button>
      {/* Its links and buttons are interactive; this element only notices that one of them was chosen. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events */}
      <div id={id} popover="auto" className="popup menu-list" onClick={closeWhenChosen}>
        {children}
        <button type="button" className="menu-close" popoverTarget={id} popoverTargetAction="hide">
          {t('common.close')}
        </button>
      </div>
    </div>
  );
}
