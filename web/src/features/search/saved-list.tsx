import { searchAddress } from '../../lib/addresses.ts';
import { setSaved, useSavedSearches } from './saved-searches.ts';

/** What the reader saved, one click away. */
export function SavedList() {
  const saved = useSavedSearches();
  if (saved.length === 0) return null;
  return (
    <section aria-labelledby="saved-heading">
      <h2 id="saved-heading" className="home-heading">
        Saved searches
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
              aria-label={`Forget ${q}`}
              title="Forget this search"
              onClick={() => setSaved(q, false)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
