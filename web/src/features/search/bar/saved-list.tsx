import { searchAddress } from '../../../lib/addresses.ts';
import { t } from './saved-list-texts.ts';
import { saveSearch, useSavedSearches } from './saved-searches.tsx';

/** The reader's saved searches. */
export function SavedList() {
  const saved = useSavedSearches();
  if (saved.length === 0) return null;
  return (
    <section aria-labelledby="saved-heading">
      <h2 id="saved-heading" className="home-heading">
        {t('home.saved')}
      </h2>
      <ul className="saved-searches">
        {saved.map((q) => (
          <li key={q}>
            <a href={searchAddress(q)}>
              <code>{q}</code>
            </a>
            <button
              type="button"
              className="quiet-button"
              aria-label={t('home.forget', { q })}
              title={t('home.forget-title')}
              onClick={() => saveSearch(q, false)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
