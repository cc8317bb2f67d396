import type { SearchSort } from '../../../../server/contract/search.ts';
import { SORTS } from './result-words.ts';

interface SortLinksProps {
  readonly sort: SearchSort;
  readonly address: (change: { sort: SearchSort; cursor: undefined }) => string;
}

export function SortLinks({ sort: current, address }: SortLinksProps) {
  return (
    <nav className="sort-links" aria-label="Order">
      {SORTS.map(({ sort, name }) => (
        <a key={sort} href={address({ sort, cursor: undefined })} aria-current={sort === current ? 'true' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}
