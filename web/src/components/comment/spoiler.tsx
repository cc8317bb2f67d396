import { useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';

/** Text that shows under the pointer, with the focus, or for good after a click or Enter. */
export function Spoiler({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState(false);
  // A spoiler may hold links, so it cannot be a button.
  const onClick = (event: MouseEvent<HTMLElement, PointerEvent>) => {
    const onLink = event.target instanceof Element && event.target.closest('a') !== null;
    // A finger cannot hover: its first touch shows the links and follows none.
    if (!shown && onLink && event.nativeEvent.pointerType === 'touch') event.preventDefault();
    setShown(!shown || onLink);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target === event.currentTarget) setShown(!shown);
  };
  return (
    // A button may not hold the links that a spoiler may hold, so the span itself takes focus, Enter and clicks.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-tabindex
    <span className={shown ? 'spoiler is-shown' : 'spoiler'} tabIndex={0} onClick={onClick} onKeyDown={onKeyDown}>
      {children}
    </span>
  );
}
