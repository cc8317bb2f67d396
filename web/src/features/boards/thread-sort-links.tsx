import type { ThreadSort } from './thread-list-queries.ts';

const NAMES: Readonly<Record<ThreadSort, string>> = { modified: 'Last active', created: 'Newest thread' };
const SORTS = ['modified', 'created'] as const;

interface ThreadSortLinksProps {
  readonly sort: ThreadSort;
  readonly address: (sort: ThreadSort) => string;
}

export function ThreadSortLinks({ sort: current, address }: ThreadSortLinksProps) {
  return (
    <nav className="sort-links" aria-label="Order">
      {SORTS.map((sort) => (
        <a key={sort} href={address(sort)} aria-current={sort === current ? 'true' : undefined}>
          {NAMES[sort]}
        </a>
      ))}
    </nav>
  );
}
