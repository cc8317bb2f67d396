import { type ReactNode, useEffect, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { copyText } from '../../lib/clipboard.ts';
import { closePostMenu, leavePostMenu } from '../../lib/post-menu.ts';
import { FOREIGN_LINK } from '../../lib/safe-link.ts';
import { t } from './menu-texts.ts';

interface MenuGroupProps {
  readonly name: string;
  readonly children: ReactNode;
}

export function MenuGroup({ name, children }: MenuGroupProps) {
  return (
    <fieldset aria-label={name} className="post-menu-group">
      {children}
    </fieldset>
  );
}

interface MenuButtonProps {
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function MenuButton({ onSelect, children }: MenuButtonProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={() => {
        leavePostMenu();
        onSelect();
      }}
    >
      {children}
    </button>
  );
}

interface MenuFoldProps {
  readonly name: string;
  readonly children: ReactNode;
}

/** Items that few readers need. They follow the item that opens them, so that the menu stays inside the window. */
export function MenuFold({ name, children }: MenuFoldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        aria-expanded={isOpen}
        className="post-menu-fold"
        onClick={() => setOpen(!isOpen)}
        onKeyDown={({ key }) => {
          if (key === 'ArrowRight') setOpen(true);
          if (key === 'ArrowLeft') setOpen(false);
        }}
      >
        {name}
      </button>
      {isOpen && (
        <fieldset aria-label={name} className="post-menu-folded">
          {children}
        </fieldset>
      )}
    </>
  );
}

const SHOW_COPIED_MS = 900;

/** Copies a text and confirms it before the menu closes. */
export function MenuCopy({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const [outcome, setOutcome] = useState<string | null>(null);
  useEffect(() => {
    if (outcome === null) return undefined;
    const timer = setTimeout(leavePostMenu, SHOW_COPIED_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    const sentence = t((await copyText(text)) ? 'menu.copied' : 'menu.not-copied');
    announce(sentence);
    setOutcome(sentence);
  };
  return (
    <button type="button" role="menuitem" tabIndex={-1} onClick={() => void copy()}>
      {outcome ?? children}
    </button>
  );
}

interface MenuLinkProps {
  readonly href: string;
  /** The file is saved under this name. */
  readonly download?: string;
  /** The link leads to another site. */
  readonly foreign?: boolean;
  readonly children: ReactNode;
}

export function MenuLink({ href, download, foreign = false, children }: MenuLinkProps) {
  return (
    <a
      role="menuitem"
      tabIndex={-1}
      href={href}
      download={download}
      onClick={closePostMenu}
      {...(foreign && FOREIGN_LINK)}
    >
      {children}
    </a>
  );
}
