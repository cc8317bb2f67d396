/** Popups are elements with the attribute `popover`: browsers open them above the page, close them and return the focus (styles/popup.css). */
import type { FocusEvent, MouseEvent } from 'react';

/** Closes the popup inside this element when the focus leaves the element. */
export function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (!(relatedTarget instanceof Node) || currentTarget.contains(relatedTarget)) return;
  currentTarget.querySelector<HTMLElement>(':popover-open')?.hidePopover();
}

/** Closes this popup when one of its links or buttons was chosen. */
export function closeWhenChosen({ currentTarget, target }: MouseEvent<HTMLElement>): void {
  if (target instanceof Element && target.closest('a, button') !== null) currentTarget.hidePopover();
}
