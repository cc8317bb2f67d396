import { t } from '../lib/messages.ts';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

/** A placeholder for results that are loading. */
export function ResultsSkeleton() {
  return (
    <section className="results" aria-busy="true">
      <div className="results-bar">
        <span className="skeleton skeleton-count" />
        <span className="visually-hidden">{t('common.loading')}</span>
      </div>
      <ol className="hits" aria-hidden="true">
        {ROWS.map((row) => (
          <li key={row}>
            <div className="hit skeleton-hit">
              <span className="skeleton skeleton-line" />
              <span className="skeleton skeleton-line" />
              <span className="skeleton skeleton-line" />
              <span className="skeleton skeleton-line" />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
