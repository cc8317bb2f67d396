import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../lib/messages.ts';
import { useDismiss } from '../lib/use-dismiss.ts';
import { fitBeside, keepFitting } from '../lib/visible-area.ts';

interface MenuProps {
  /** The button's content. */
  readonly label: ReactNode;
  /** The accessible name of the button, if it has no text. */
  readonly name?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A button that opens a list below it; on a phone a sheet at the bottom of the screen. Closes after a choice. */
export function Menu({ label, name, className = '', children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  // The reader may have opened the menu before hydration.
  useEffect(() => setOpen(menu.current?.open === true), []);
  const close = (returnFocus: boolean) => {
    setOpen(false);
    // If the menu was opened before hydration and is closed immediately, React still has it as closed and would change nothing.
    if (menu.current !== null) menu.current.open = false;
    if (returnFocus) menu.current?.querySelector('summary')?.focus();
  };
  useDismiss(menu, isOpen, close);
  useLayoutEffect(() => {
    const [popup, anchor] = [list.current, menu.current];
    if (!isOpen || popup === null || anchor === null) return undefined;
    return keepFitting(() => fitBeside(popup, anchor));
  }, [isOpen]);
  const click = (event: MouseEvent<HTMLElement>) => {
    // The backdrop of a sheet is the element itself (components/menu.css).
    const isBackdrop = event.target === event.currentTarget;
    const isChoice = event.target instanceof Element && event.target.closest('a, button') !== null;
    if (isBackdrop || isChoice) close(false);
  };
  return (
    // Its links and buttons are interactive; this element only notices that one of them was chosen.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <details
      className={`menu ${className}`}
      ref={menu}
      open={isOpen}
      onClick={click}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="quiet-button" aria-label={name} title={name}>
        {label}
      </summary>
      <div className="menu-list" ref={list}>
        {children}
        <button type="button" className="menu-close">
          {t('common.close')}
        </button>
      </div>
    </details>
  );
}
