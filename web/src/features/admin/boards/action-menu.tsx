import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useDismiss } from '../../../lib/use-dismiss.ts';
import { fitBeside, keepFitting } from '../../../lib/visible-area.ts';

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

/** A menu of less frequent actions. Escape, a click outside and tabbing out close it. */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  useDismiss(place, isOpen, (escaped) => {
    setOpen(false);
    if (escaped) button.current?.focus();
  });
  useLayoutEffect(() => {
    const [popup, anchor] = [list.current, button.current];
    if (!isOpen || popup === null || anchor === null) return undefined;
    return keepFitting(() => fitBeside(popup, anchor));
  }, [isOpen]);
  const choose = ({ run, unavailable }: MenuAction) => {
    if (unavailable !== undefined) return;
    setOpen(false);
    // A dialog returns the focus to this button.
    button.current?.focus();
    run();
  };
  return (
    <div className="menu" ref={place}>
      <button
        ref={button}
        type="button"
        className="quiet-button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={label}
        onClick={() => setOpen(!isOpen)}
      >
        <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" fill="currentColor">
          <circle cx="2.5" cy="8" r="1.5" />
          <circle cx="8" cy="8" r="1.5" />
          <circle cx="13.5" cy="8" r="1.5" />
        </svg>
      </button>
      <ul id={id} ref={list} className="menu-actions" hidden={!isOpen}>
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
