import type { ThreadList } from '../../../../mappings/contract/thread-list.ts';
import { NUMBERED_PAGES } from '../../../../mappings/list-pages.ts';
import { formatCount } from '../../lib/format.ts';
import { t } from './texts.ts';
import { THREAD_SORTS, type ThreadSort } from './queries.ts';

/** A page by its number, or by its cursor with the number as a label. */
export interface PageStart {
  readonly page: number;
  readonly cursor?: string | undefined;
}

interface PageLinksProps {
  readonly asked: PageStart;
  readonly list: Pick<ThreadList, 'next' | 'previous' | 'total'>;
  /** Threads on a page. */
  readonly size: number;
  readonly address: (start: PageStart) => string;
}

/** Links to the neighbouring pages by cursor, and to the first pages by number. */
export function PageLinks({ asked: { page, cursor }, list, size, address }: PageLinksProps) {
  const { next, previous } = list;
  const numbered = Math.min(NUMBERED_PAGES, Math.max(Math.ceil(list.total / size), next === null ? 1 : 2));
  if (page <= 1 && cursor === undefined && numbered <= 1) return null;
  const near = [page - 2, page - 1, page, page + 1, page + 2].filter((number) => number <= numbered);
  // The page itself also has its number behind the numbered ones.
  const shown = [...new Set([1, ...near, numbered, ...(cursor === undefined ? [] : [page])])]
    .filter((number) => number >= 1)
    .toSorted((one, other) => one - other);
  return (
    <nav className="pager page-links" aria-label={t('pages.name')}>
      {(page > 1 || previous !== null) && (
        <a rel="prev" href={address(startBefore(page, previous, numbered))}>
          ← {t('pages.previous')}
        </a>
      )}
      <div className="paginate">
        <ul>
          {shown.map((number, index) => (
            <li key={number} className={number - (shown[index - 1] ?? number) > 1 ? 'page-gap' : undefined}>
              <PageNumber
                number={number}
                href={address(number === page ? { page, cursor } : { page: number })}
                isCurrent={number === page}
              />
            </li>
          ))}
        </ul>
      </div>
      {next !== null && (
        <a rel="next" className="pager-next" href={address({ page: page + 1, cursor: next })}>
          {t('pages.next')} →
        </a>
      )}
    </nav>
  );
}

/** The first page has no cursor, so that it shows the newest threads. Behind the last page only the numbered pages are known. */
function startBefore(page: number, previous: string | null, numbered: number): PageStart {
  if (page <= 2) return { page: 1 };
  return previous === null ? { page: Math.min(page - 1, numbered) } : { page: page - 1, cursor: previous };
}

interface PageNumberProps {
  readonly number: number;
  readonly href: string;
  readonly isCurrent: boolean;
}

function PageNumber({ number, href, isCurrent }: PageNumberProps) {
  return (
    <a href={href} aria-label={t('pages.page', { number })} aria-current={isCurrent ? 'page' : undefined}>
      {formatCount(number)}
    </a>
  );
}

/**
 * The parameters of an address. The board's usual order is left out, except beside a cursor: a cursor belongs to one order, and operators
 * can change the usual one.
 */
export function listParams<Order extends string>(start: PageStart, order: Order, usual: Order) {
  const { page, cursor } = start;
  return {
    sort: order === usual && cursor === undefined ? undefined : order,
    page: page === 1 ? undefined : String(page),
    cursor,
  };
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
