import { lazy, Suspense, useEffect, useState } from 'react';
import { areShortcutsOn } from '../../lib/display-preferences.ts';
import { replayEarlyKeys } from './early-keys.ts';
import {
  expandCurrentFile,
  openCurrentMenu,
  openCurrentPost,
  type Shortcut,
  shortcutOf,
  stepToMatch,
  stepToPost,
} from './shortcuts.ts';

const ShortcutsHelp = lazy(async () => ({ default: (await import('./shortcuts-help.tsx')).ShortcutsHelp }));

/** Handles the keyboard shortcuts of all pages. */
export function PageShortcuts() {
  const [isHelpOpen, setHelpOpen] = useState(false);
  useEffect(() => {
    const actions: Readonly<Record<Shortcut, () => void>> = {
      '/': focusQueryBar,
      '?': () => setHelpOpen(true),
      j: () => stepToPost(1),
      k: () => stepToPost(-1),
      o: openCurrentPost,
      e: expandCurrentFile,
      n: () => stepToMatch('next'),
      p: () => stepToMatch('previous'),
      m: openCurrentMenu,
      t: () => window.scrollTo(0, 0),
    };
    const press = (event: KeyboardEvent) => {
      const key = shortcutOf(event);
      if (key === null || event.defaultPrevented || isWriting(event.target) || !areShortcutsOn()) return;
      if (document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      actions[key]();
    };
    // Before React, which stops keys in parts of the page that it has not hydrated yet.
    window.addEventListener('keydown', press, { capture: true });
    replayEarlyKeys();
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, []);
  if (!isHelpOpen) return null;
  return (
    <Suspense>
      <ShortcutsHelp onClose={() => setHelpOpen(false)} />
    </Suspense>
  );
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
}

/** Focuses the query bar. A query is selected; after a board (`board:g `) the caret is placed at the end. */
function focusQueryBar(): void {
  const bar = document.querySelector<HTMLInputElement>('#query');
  if (bar === null) return;
  // The header becomes visible on focus (styles/layout.css), so the page need not scroll.
  bar.focus({ preventScroll: true });
  if (bar.value.endsWith(' ')) bar.setSelectionRange(bar.value.length, bar.value.length);
  else bar.select();
}
