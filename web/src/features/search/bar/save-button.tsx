import { setSaved, useSavedSearches } from './saved-searches.ts';
import { t } from '../../../lib/messages.ts';

/** Keeps a search for this reader, or lets it go. */
export function SaveButton({ q }: { readonly q: string }) {
  const isSaved = useSavedSearches().includes(q);
  return (
    <button
      type="button"
      className="quiet-button save-button"
      aria-pressed={isSaved}
      aria-label={t('search.save')}
      title={t(isSaved ? 'search.saved' : 'search.save')}
      onClick={() => setSaved(q, !isSaved)}
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
    </button>
  );
}
