import { t } from './compared-texts.ts';

export interface ComparedProps {
  readonly count: number;
  /** The address that compares more posts; null if all were compared. */
  readonly more: string | null;
}

/** Shown if a search as written stopped before the page was full. */
export function ComparedNotice({ count, more }: ComparedProps) {
  return (
    <p className="notice-line">
      {t('search.compared', { count })} {more !== null && <a href={more}>{t('search.compare-more')}</a>}
    </p>
  );
}
