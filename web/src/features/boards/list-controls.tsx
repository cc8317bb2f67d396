import { formatCount } from '../../lib/format.ts';
import { t } from '../../lib/messages.ts';
import { THREAD_SORTS, type ThreadSort } from './queries.ts';

interface PageLinksProps {
  readonly page: number;
  readonly pages: number;
  readonly hasNext: boolean;
  readonly address: (page: number) => string;
}

/** Links to the neighbouring, first and last pages. */
export function PageLinks({ page, pages, hasNext, address }: PageLinksProps) {
  // Behind the last page only the links back remain.
  const last = Math.max(pages, hasNext ? page + 1 : 1);
  if (last <= 1 && page <= 1) return null;
  const here = Math.min(page, last);
  const near = [here - 2, here - 1, here, here + 1, here + 2];
  const shown = [...new Set([1, ...near, last])].filter((number) => number >= 1 && number <= last);
  return (
    <nav className="pager page-links" aria-label={t('pages.name')}>
      {page > 1 && (
        <a rel="prev" href={address(Math.min(page - 1, last))}>
          ← {t('pages.previous')}
        </a>
      )}
      <div className="paginate">
        <ul>
          {shown.map((number, index) => (
            <li key={number} className={number - (shown[index - 1] ?? number) > 1 ? 'page-gap' : undefined}>
              <a
                href={address(number)}
                aria-label={t('pages.page', { number })}
                aria-current={number === page ? 'page' : undefined}
              >
                {formatCount(number)}
              </a>
            </li>
          ))}
        </ul>
      </div>
      {hasNext && (
        <a rel="next" className="pager-next" href={address(page + 1)}>
          {t('pages.next')} →
        </a>
      )}
    </nav>
  );
}

const NAMES = { modified: 'board.last-active', created: 'board.newest-thread' } as const;

interface ThreadSortLinksProps {
  readonly sort: ThreadSort;
  readonly address: (sort: ThreadSort) => string;
}

export function ThreadSortLinks({ sort: current, address }: ThreadSortLinksProps) {
  return (
    <nav className="sort-links" aria-label={t('board.order')}>
      {THREAD_SORTS.map((sort) => (
        <a key={sort} href={address(sort)} aria-current={sort === current ? 'true' : undefined}>
          {t(NAMES[sort])}
        </a>
      ))}
    </nav>
  );
}

/** Title and text for a server error on pages that list threads. */
export function listUnavailable(): readonly [title: string, text: string] {
  return [t('board.unavailable'), t('board.unavailable-text')];
}
