import { MAX_PAGE } from '../limits.ts';
import { t } from './texts.ts';

interface PagerProps {
  readonly page: number;
  readonly total: number;
  /** Entries on a page. */
  readonly size: number;
  readonly address: (page: number) => string;
}

/** Links to the neighbouring pages. Empty if there is only one page. */
export function Pager({ page, total, size, address }: PagerProps) {
  const last = Math.min(MAX_PAGE, Math.ceil(total / size));
  if (last <= 1) return null;
  return (
    <nav className="pager" aria-label={t('series.pages')}>
      {page > 1 && (
        <a rel="prev" href={address(page - 1)}>
          ← {t('pages.previous')}
        </a>
      )}
      <span className="quiet">{t('series.page', { page, last })}</span>
      {page < last && (
        <a rel="next" className="pager-next" href={address(page + 1)}>
          {t('pages.next')} →
        </a>
      )}
    </nav>
  );
}
