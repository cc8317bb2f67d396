import type { SearchAnswer } from '../../../../../mappings/contract/search.ts';
import { neighbourNames } from './result-counts.ts';
import type { Search } from '../queries.ts';
import { t } from '../../../lib/messages.ts';

interface PagerProps {
  readonly answer: SearchAnswer;
  readonly search: Search;
  readonly address: (change: { cursor: string | undefined }) => string;
}

/** Ways to the pages of results beside this one. Each has its own address, so Back leads here again. */
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
