import { useQueries } from '@tanstack/react-query';
import { searchAddress } from '../../../lib/addresses.ts';
import { t, tRich } from '../../../lib/messages.ts';
import { countQuery } from '../queries.ts';
import { countText } from './results-bar.tsx';

/** Each part needs one request. */
const MAX_PARTS = 6;

/** Suggestions for a query without hits: which part to remove, and a summary of the query language. */
export function NoHits({ q, isAsked }: { readonly q: string; readonly isAsked: boolean }) {
  const allParts = queryWithoutEachPart(q);
  const parts = allParts?.slice(0, MAX_PARTS) ?? [];
  const counts = useQueries({ queries: parts.map(({ rest }) => ({ ...countQuery(rest), enabled: isAsked })) });
  const looser = parts.flatMap((part, index) => {
    const total = counts[index]?.data;
    return total === undefined || total.value === 0 ? [] : [{ ...part, total }];
  });
  return (
    <section className="no-hits">
      <p>{t(allParts === null ? 'search.nothing' : 'search.nothing-parts')}</p>
      {looser.length > 0 && (
        <ul className="relaxed-queries">
          {looser.map(({ without, rest, total }) => (
            <li key={rest}>
              <a href={searchAddress(rest)}>
                {tRich('search.without', { hits: countText(total), part: <code key="part">{without}</code> })}
              </a>
            </li>
          ))}
        </ul>
      )}
      <QueryHelp />
    </section>
  );
}

/** A summary of the query language. */
function QueryHelp() {
  return (
    <dl className="query-help">
      {QUERY_HELP.map(([example, meaning]) => (
        <div key={example}>
          <dt>
            <code>{example}</code>
          </dt>
          <dd>{t(meaning)}</dd>
        </div>
      ))}
    </dl>
  );
}

const QUERY_HELP = [
  ['bread oven', 'help.words'],
  ['"sourdough starter"', 'help.phrase'],
  ['-yeast', 'help.not'],
  ['board:ck', 'help.board'],
  ['subject:bread', 'help.subject'],
  ['is:op', 'help.op'],
  ['after:2014 before:2015-06-30', 'help.between'],
] as const;

/**
 * A query with each of its parts removed in turn, for queries without hits. null if removing a part of the text would
 * change the meaning of the rest: parentheses, OR, an open quote.
 */
export function queryWithoutEachPart(q: string): readonly { readonly without: string; readonly rest: string }[] | null {
  if (/[()]|(^|\s)(OR|AND|NOT)(\s|$)/.test(q) || (q.match(/"/g)?.length ?? 0) % 2 === 1) return null;
  const parts = [...q.matchAll(/[^\s"]*"[^"]*"|\S+/g)].map((match) => match[0]);
  if (parts.length < 2) return null;
  return parts.map((without, index) => ({ without, rest: parts.filter((_, other) => other !== index).join(' ') }));
}
