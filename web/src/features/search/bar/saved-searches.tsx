import { type MouseEvent, useState } from 'react';
import { announce } from '../../../lib/announce.ts';
import { t } from '../../../lib/messages.ts';
import { savePreferenceList, readPreferenceList, usePreferenceList } from '../../../lib/preferences.ts';

/** Saved queries, stored in this browser only, newest first. */
const STORAGE_KEY = 'saved-searches';
/** A longer list would be unusable. */
const KEPT = 100;

export function readSavedSearches(): readonly string[] {
  return readPreferenceList(STORAGE_KEY);
}

export function useSavedSearches(): readonly string[] {
  return usePreferenceList(STORAGE_KEY);
}

export function saveSearch(q: string, isSaved: boolean): void {
  const others = readSavedSearches().filter((other) => other !== q);
  savePreferenceList(STORAGE_KEY, isSaved ? [q, ...others].slice(0, KEPT) : others);
}

/** Saves a search or removes it from the saved ones. A note under it, on a phone above it, says where they are until the focus leaves the button. */
export function SaveButton({ q }: { readonly q: string }) {
  const isSaved = useSavedSearches().includes(q);
  const [noted, setNoted] = useState<string | null>(null);
  const toggle = ({ currentTarget: button }: MouseEvent<HTMLElement>) => {
    // Not every browser does so; the note is shown until the focus leaves the button.
    button.focus();
    saveSearch(q, !isSaved);
    setNoted(isSaved ? null : q);
    if (!isSaved) announce(t('search.saved'));
  };
  return (
    <span className="save-place">
      <button
        type="button"
        className="quiet-button save-button"
        aria-pressed={isSaved}
        aria-label={t(isSaved ? 'search.saved-short' : 'search.save')}
        title={t(isSaved ? 'search.saved' : 'search.save')}
        onClick={toggle}
        onBlur={() => setNoted(null)}
      >
        <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
          <path
            d="M8 1.8l1.9 3.9 4.3.6-3.1 3 .7 4.3L8 11.6l-3.8 2 .7-4.3-3.1-3 4.3-.6z"
            fill={isSaved ? 'currentColor' : 'none'}
            stroke="currentColor"
            strokeWidth="1.3"
            strokeLinejoin="round"
          />
        </svg>
        <span className="wide-only">{t(isSaved ? 'search.saved-short' : 'search.save-short')}</span>
      </button>
      {isSaved && noted === q && <span className="save-note">{t('search.saved')}</span>}
    </span>
  );
}
