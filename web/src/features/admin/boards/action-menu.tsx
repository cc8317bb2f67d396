import { useId, useRef } from 'react';
import { closeWhenLeft } from '../../../lib/popup.ts';

export interface MenuAction {
  readonly name: string;
  readonly run: () => void;
  /** Why the action is unavailable. */
  readonly unavailable?: string | undefined;
}

interface ActionMenuProps {
  /** Accessible name of the menu button. */
  readonly label: string;
  readonly actions: readonly MenuAction[];
}

/** A menu of less frequent actions. */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const choose = ({ run, unavailable }: MenuAction) => {
    if (unavailable !== undefined) return;
    list.current?.hidePopover();
    // A dialog returns the focus to this button.
    button.current?.focus();
    run();
  };
  return (
    <div className="menu" onBlur={closeWhenLeft}>
      <button ref={button} type="button" className="quiet-button" popoverTarget={id} aria-label={label}>
        <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" fill="currentColor">
          <circle cx="2.5" cy="8" r="1.5" />
          <circle cx="8" cy="8" r="1.5" />
          <circle cx="13.5" cy="8" r="1.5" />
        </svg>
      </button>
      <ul id={id} ref={list} popover="auto" className="popup menu-list menu-actions">
        {actions.map((action) => (
          <li key={action.name}>
            <button type="button" aria-disabled={action.unavailable !== undefined} onClick={() => choose(action)}>
              {action.name}
              {action.unavailable !== undefined && <small>{action.unavailable}</small>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
