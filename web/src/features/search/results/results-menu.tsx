import type { SearchSort } from '../../../../../mappings/contract/search.ts';
import { Menu } from '../../../components/menu.tsx';
import { t } from '../../../lib/messages.ts';
import { useIsStaff } from '../../../lib/staff.ts';

interface ResultsMenuProps {
  readonly q: string;
  readonly sort: SearchSort | undefined;
  readonly onExplain: () => void;
}

/** A menu to export or explain the results and to subscribe to them. */
export function ResultsMenu({ q, sort, onExplain }: ResultsMenuProps) {
  const address = (path: string, more: Readonly<Record<string, string>> = {}) =>
    `/api/v1/search/${path}?${new URLSearchParams({ q, ...more }).toString()}`;
  const isStaff = useIsStaff();
  const ordered = sort === undefined ? {} : { sort };
  return (
    <Menu
      className="results-menu"
      name={t('search.menu')}
      label={
        <>
          <span className="wide-only menu-arrow">{t('search.export')}</span>
          <svg className="icon narrow-only" viewBox="0 0 16 16" aria-hidden="true" fill="currentColor">
            <circle cx="2.5" cy="8" r="1.5" />
            <circle cx="8" cy="8" r="1.5" />
            <circle cx="13.5" cy="8" r="1.5" />
          </svg>
        </>
      }
    >
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
        {isStaff && (
          <li>
            <a href={`/admin/bulk?${new URLSearchParams({ q }).toString()}`}>{t('search.bulk')}</a>
          </li>
        )}
        <li>
          <button type="button" onClick={onExplain}>
            {t('search.explain')}
          </button>
        </li>
      </ul>
    </Menu>
  );
}
