import type { SearchSort } from '../../../../../mappings/contract/search.ts';
import { SORTS } from './result-counts.ts';
import { t } from '../../../lib/messages.ts';

interface SortLinksProps {
  readonly sort: SearchSort;
  /** Without words to match, nothing is more relevant than anything else. */
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
