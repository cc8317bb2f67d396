import type { QueryPart } from '../../../../../mappings/contract/query-part.ts';
import { t } from '../../../lib/messages.ts';
import { partText } from './part-text.ts';

/** Fields that are not searched in a thread: its order is fixed, and all its posts are on one board. */
const NOT_CARRIED: ReadonlySet<string | null> = new Set(['sort', 'group', 'board', 'thread']);
const MARKED: ReadonlySet<string | null> = new Set([null, 'comment', 'subject', 'file', 'name']);

/** The part of a query that is searched in an opened thread; undefined if it could not mark anything there. */
export function carriedQuery(q: string, parts: readonly QueryPart[]): string | undefined {
  const carried = parts.filter(({ field }) => !NOT_CARRIED.has(field));
  if (!carried.some(({ field, negated }) => !negated && MARKED.has(field))) return undefined;
  return carried.map(({ position }) => q.slice(position.start, position.end)).join(' ');
}

interface QueryPartsProps {
  readonly parts: readonly QueryPart[];
  readonly address: (q: string) => string;
}

/** The parts of the query in words; a click removes a part. The title names the link, and contains its visible text. */
export function QueryParts({ parts, address }: QueryPartsProps) {
  if (parts.length === 0) return null;
  return (
    <ul className="query-parts" aria-label={t('part.list')}>
      {parts.map((part) => {
        const text = partText(part);
        return (
          <li key={part.position.start}>
            <a className="query-part" href={address(part.without)} title={t('part.remove', { part: text })}>
              <span className="query-part-text" aria-hidden="true">
                {text}
              </span>
              <span aria-hidden="true">×</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
