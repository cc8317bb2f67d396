import { useEffect, useMemo } from 'react';
import { type Filtered, useFiltered, useFilterText, useListedPosts } from '../../lib/filtered-posts.ts';
import { postKey, showAnyway, useHiddenPosts } from '../../lib/hidden-posts.ts';
import { t } from './texts.ts';
import './reader-filters.css';

/** How many posts of the page the reader's filters hide and highlight, at its end. It draws the marks of highlighted posts too. */
export function FilteredCount() {
  const filtered = useFiltered();
  const lines = useFilterText().split('\n');
  const lists = useListedPosts();
  const shown = useHiddenPosts();
  const onPage = useMemo(() => new Set([...lists].flatMap((posts) => posts.map((post) => postKey(post)))), [lists]);
  useStyles(filtered, shown);
  const hidden = [...filtered.hidden].filter(([key]) => onPage.has(key) && shown.has(key));
  const highlighted = [...filtered.highlighted].filter(([key]) => onPage.has(key));
  if (hidden.length === 0 && highlighted.length === 0 && filtered.slow.size === 0) return null;
  return (
    <aside className="filtered-count" aria-label={t('reader-filters.name')}>
      <details>
        <summary>
          {[
            hidden.length > 0 && t('reader-filters.hidden', { count: hidden.length }),
            highlighted.length > 0 && t('reader-filters.highlighted', { count: highlighted.length }),
            filtered.slow.size > 0 && t('reader-filters.slow', { count: filtered.slow.size }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </summary>
        <ul>
          {countsOf([...hidden, ...highlighted], filtered.slow).map(([line, count]) => (
            <li key={line}>
              <code>{lines[line - 1]}</code> {count ?? t('reader-filters.stopped')}
            </li>
          ))}
        </ul>
      </details>
      {hidden.length > 0 && (
        <button type="button" className="text-button" onClick={() => showAnyway(hidden.map(([key]) => key))}>
          {t('reader-filters.show')}
        </button>
      )}
      <a href="/settings#filters">{t('reader-filters.edit')}</a>
    </aside>
  );
}

/** The number of posts by line of the filter; null for stopped filters. */
function countsOf(
  found: readonly (readonly [key: string, line: number])[],
  slow: ReadonlySet<number>,
): readonly (readonly [line: number, count: number | null])[] {
  const counts = new Map<number, number>();
  for (const [, line] of found) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts, ...[...slow].map((line) => [line, null] as const)];
}

/** reader-filters.css places the bar by the room that the post has. */
const HIGHLIGHT = 'box-shadow: var(--filter-bar); background: var(--target)';

/** A sheet without text: the content security policy allows no inline styles. The element of a whole thread is left alone. */
function useStyles({ gone, highlighted }: Filtered, hidden: ReadonlySet<string>): void {
  const sheet = useMemo(() => new CSSStyleSheet(), []);
  useEffect(() => {
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [sheet]);
  useEffect(() => {
    const rules = [
      [[...gone].filter((key) => hidden.has(key)), 'display: none'],
      [[...highlighted.keys()], HIGHLIGHT],
    ] as const;
    sheet.replaceSync(
      rules
        .filter(([keys]) => keys.length > 0)
        .map(
          ([keys, style]) =>
            `${keys.map((key) => `[data-post=${JSON.stringify(key)}]:not(.post-list)`).join()}{${style}}`,
        )
        .join(''),
    );
  }, [sheet, gone, highlighted, hidden]);
}
