import { useLayoutEffect } from 'react';
import { PageHeading } from '../../components/page-heading.tsx';
import { boardAddress, lookUpAddress } from '../../lib/addresses.ts';
import { t } from '../../lib/messages.ts';
import { useTitle } from '../../lib/use-title.ts';

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

/** Shown for a thread that is not archived. */
export function ThreadMissing({ board, num }: { readonly board: string; readonly num: number }) {
  useTitle(t('thread.not-archived'));
  return (
    <section className="message">
      <PageHeading>{t('thread.missing', { num: String(num), board })}</PageHeading>
      <p>{t('thread.missing-why')}</p>
      <p className="message-actions">
        <a className="button" href={lookUpAddress(board, num)}>
          {t('thread.search-post', { num: String(num) })}
        </a>
        <a href={boardAddress(board)}>{t('thread.show-board', { board })}</a>
      </p>
    </section>
  );
}
