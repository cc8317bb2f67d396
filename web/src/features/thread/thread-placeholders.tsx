import { useLayoutEffect } from 'react';
import { t } from '../../lib/messages.ts';

const ROWS = ['a', 'b', 'c', 'd', 'e'] as const;

/** A placeholder for a thread that is loading. */
export function ThreadSkeleton() {
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <div aria-busy="true">
      <div className="thread-bar">
        <span className="skeleton skeleton-count" />
        <span className="visually-hidden">{t('common.loading')}</span>
      </div>
      <ol className="posts" aria-hidden="true">
        {ROWS.map((row) => (
          <li key={row}>
            <div className="post skeleton-hit">
              <span className="skeleton skeleton-line" />
              <span className="skeleton skeleton-line" />
              <span className="skeleton skeleton-line" />
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
