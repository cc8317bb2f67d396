import { useRef, useState } from 'react';
import type { SearchSort } from '../../../../../mappings/contract/search.ts';
import { useDismiss } from '../../../lib/use-dismiss.ts';
import { t } from '../../../lib/messages.ts';

interface ResultsMenuProps {
  readonly q: string;
  readonly sort: SearchSort | undefined;
  readonly onExplain: () => void;
}

/** A menu to export or explain the results and to subscribe to them. */
export function ResultsMenu({ q, sort, onExplain }: ResultsMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  useDismiss(menu, isOpen, (escaped) => {
    setOpen(false);
    if (escaped) menu.current?.querySelector('summary')?.focus();
  });
  const address = (path: string, more: Readonly<Record<string, string>> = {}) =>
    `/api/v1/search/${path}?${new URLSearchParams({ q, ...more }).toString()}`;
  const ordered = sort === undefined ? {} : { sort };
  return (
    <details className="results-menu" ref={menu} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="quiet-button" aria-label={t('search.menu')}>
        <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" fill="currentColor">
          <circle cx="2.5" cy="8" r="1.5" />
          <circle cx="8" cy="8" r="1.5" />
          <circle cx="13.5" cy="8" r="1.5" />
        </svg>
      </summary>
      <ul>
        <li>
          <a href={address('export', { ...ordered, format: 'csv' })} download>
            {t('search.export-csv')}
          </a>
        </li>
        <li>
          <a href={address('export', { ...ordered, format: 'ndjson' })} download>
            {t('search.export-ndjson')}
          </a>
        </li>
        <li>
          <a href={address('feed.atom')}>{t('search.atom')}</a>
        </li>
        <li>
          <a href={address('feed.json')}>{t('search.json-feed')}</a>
        </li>
        <li>
          <button
            type="button"
            onClick={() => {
              setOpen(false);
              onExplain();
            }}
          >
            {t('search.explain')}
          </button>
        </li>
      </ul>
    </details>
  );
}
