import type { SearchAnswer, SearchSort } from '../../../../../mappings/contract/search.ts';
import { t } from '../../../lib/messages.ts';
import type { Search } from '../queries.ts';

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
    case 'modified':
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
