import { useQuery } from '@tanstack/react-query';
import type { SearchAnswer, SearchSort } from '../../../../../mappings/contract/search.ts';
import { t } from '../../../lib/messages.ts';
import { exactTotalQuery, type Search } from '../queries.ts';

/** "1,284 posts", "At least 10,000 posts", "About 10,000 threads", "No posts". */
export function countText({ value, relation }: SearchAnswer['total'], noun: 'post' | 'thread' = 'post'): string {
  if (relation === 'eq' && value === 0) return t(`count.${noun}.none`);
  return t(`count.${noun}.${relation}`, { count: value });
}

/** The total of the answer, and once it is known the exact one in place of a lower bound. */
export function useTotal(
  { total, partial, as_written: comparing }: SearchAnswer,
  search: Search,
): SearchAnswer['total'] {
  const isStopped = total.relation === 'gte' && !partial && comparing === undefined;
  const { data } = useQuery({ ...exactTotalQuery(search), enabled: isStopped });
  return isStopped && data?.relation === 'eq' ? data : total;
}

/** Labels of the links to the previous and next page, depending on the order. */
function neighbourNames(sort: SearchSort): { readonly previous: string; readonly next: string } {
  if (sort === 'new') return { previous: t('board.newer'), next: t('board.older') };
  if (sort === 'old') return { previous: t('board.older'), next: t('board.newer') };
  return { previous: t('pages.previous'), next: t('pages.next') };
}

interface PagerProps {
  readonly answer: SearchAnswer;
  readonly search: Search;
  readonly address: (change: { cursor: string | undefined; page?: string | undefined }) => string;
}

/** Links to the neighbouring pages of results, and to pages by number. Pages with a cursor have no number. */
export function Pager({ answer, search, address }: PagerProps) {
  const names = neighbourNames(answer.sort);
  const { previous, next } = answer;
  const isFirst = search.cursor === undefined && search.page === undefined;
  const isOnly = previous === null && next === null && isFirst;
  if (isOnly && answer.hits.length === 0) return null;
  return (
    // Programs look for an element with just this name, even beside the only page.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div className="paginate" role="navigation" aria-label={t('search.pages')} hidden={isOnly}>
      {!isFirst && <a href={address({ cursor: undefined })}>{t('search.first-page')}</a>}
      {previous !== null && (
        <a rel="prev" href={address({ cursor: previous })}>
          ← {names.previous}
        </a>
      )}
      {search.cursor === undefined && (
        <PageNumbers
          page={Number(search.page ?? 1)}
          last={isOnly ? 1 : Math.ceil(Math.min(answer.total.value, MAX_NUMBERED) / HITS_PER_PAGE)}
          address={(page) => address({ cursor: undefined, page: String(page) })}
        />
      )}
      {next !== null && (
        <a rel="next" className="pager-next" href={address({ cursor: next })}>
          {names.next} →
        </a>
      )}
    </div>
  );
}

/** The same value as in mappings/contract/search.ts; importing it would add the whole contract to the bundle. */
const HITS_PER_PAGE = 25;
const MAX_NUMBERED = 5_000;
const NEIGHBOURS = 2;

interface PageNumbersProps {
  readonly page: number;
  readonly last: number;
  readonly address: (page: number) => string;
}

function PageNumbers({ page, last, address }: PageNumbersProps) {
  const numbers = Array.from({ length: 2 * NEIGHBOURS + 1 }, (_, at) => page - NEIGHBOURS + at);
  return (
    <ul>
      {numbers
        .filter((number) => number >= 1 && number <= last)
        .map((number) => (
          <li key={number} className={number === page ? 'active' : undefined}>
            <a
              href={address(number)}
              aria-label={t('pages.page', { number })}
              aria-current={number === page ? 'page' : undefined}
            >
              {number}
            </a>
          </li>
        ))}
    </ul>
  );
}
