import type { ThreadSort } from './queries.ts';
import { t } from '../../lib/messages.ts';

const NAMES = { modified: 'board.last-active', created: 'board.newest-thread' } as const;
const SORTS = ['modified', 'created'] as const;

interface ThreadSortLinksProps {
  readonly sort: ThreadSort;
  readonly address: (sort: ThreadSort) => string;
}

export function ThreadSortLinks({ sort: current, address }: ThreadSortLinksProps) {
  return (
    <nav className="sort-links" aria-label={t('board.order')}>
      {SORTS.map((sort) => (
        <a key={sort} href={address(sort)} aria-current={sort === current ? 'true' : undefined}>
          {t(NAMES[sort])}
        </a>
      ))}
    </nav>
  );
}
