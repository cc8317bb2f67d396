import type { SearchAnswer, SearchSort } from '../../../../../mappings/contract/search.ts';
import { t } from '../../../lib/messages.ts';
import { type View, VIEWS } from '../params.ts';
import type { Search } from '../queries.ts';

interface SortLinksProps {
  readonly sort: SearchSort;
  /** Without search words all hits are equally relevant. */
  readonly byTimeOnly: boolean;
  readonly address: (change: { sort: SearchSort; cursor: undefined }) => string;
}

export function SortLinks({ sort: current, byTimeOnly, address }: SortLinksProps) {
  return (
    <nav className="sort-links" aria-label={t('board.order')}>
      {SORTS.filter((sort) => !byTimeOnly || sort !== 'relevance').map((sort) => (
        <a key={sort} href={address({ sort, cursor: undefined })} aria-current={sort === current ? 'true' : undefined}>
          {t(`search.${sort}`)}
        </a>
      ))}
    </nav>
  );
}

interface ViewLinksProps {
  readonly view: View | undefined;
  readonly address: (change: { view: View | undefined; cursor: undefined }) => string;
}

export function ViewLinks({ view: current = 'list', address }: ViewLinksProps) {
  return (
    <nav className="sort-links" aria-label={t('search.view')}>
      {VIEWS.map((view) => (
        <a
          key={view}
          href={address({ view: view === 'list' ? undefined : view, cursor: undefined })}
          aria-current={view === current ? 'true' : undefined}
        >
          {t(`view.${view}`)}
        </a>
      ))}
    </nav>
  );
}

const SORTS: readonly SearchSort[] = ['new', 'old', 'relevance'];

/** "1,284 posts", "At least 10,000 posts", "About 10,000 threads", "No posts". */
export function countText({ value, relation }: SearchAnswer['total'], noun: 'post' | 'thread' = 'post'): string {
  if (relation === 'eq' && value === 0) return t(`count.${noun}.none`);
  return t(`count.${noun}.${relation}`, { count: value });
}

/** Labels of the links to the pages before and after, depending on the order. */
function neighbourNames(sort: SearchSort): { readonly previous: string; readonly next: string } {
  switch (sort) {
    case 'new':
      return { previous: t('board.newer'), next: t('board.older') };
    case 'old':
      return { previous: t('board.older'), next: t('board.newer') };
    case 'relevance':
      return { previous: t('pages.previous'), next: t('pages.next') };
  }
}

interface PagerProps {
  readonly answer: SearchAnswer;
  readonly search: Search;
  readonly address: (change: { cursor: string | undefined }) => string;
}

/** Links to the neighbouring pages of results. */
export function Pager({ answer, search, address }: PagerProps) {
  const names = neighbourNames(answer.sort);
  const { previous, next } = answer;
  if (previous === null && next === null && search.cursor === undefined) return null;
  return (
    <nav className="pager" aria-label={t('search.pages')}>
      {search.cursor !== undefined && <a href={address({ cursor: undefined })}>{t('search.first-page')}</a>}
      {previous !== null && (
        <a rel="prev" href={address({ cursor: previous })}>
          ← {names.previous}
        </a>
      )}
      {next !== null && (
        <a rel="next" className="pager-next" href={address({ cursor: next })}>
          {names.next} →
        </a>
      )}
    </nav>
  );
}
