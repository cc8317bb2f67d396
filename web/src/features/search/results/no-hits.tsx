import { useQueries } from '@tanstack/react-query';
import { searchAddress } from '../../../lib/addresses.ts';
import { countQuery } from '../queries.ts';
import { queryWithoutEachPart } from './query-parts.ts';
import { countText } from './result-counts.ts';
import { t, tRich } from '../../../lib/messages.ts';

/** Each part costs a search. */
const MAX_PARTS = 6;

/** What to do when nothing was found: which part of the query is too much, and how the language goes. */
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
        <ul className="looser-queries">
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

/** The language in a few lines. */
export function QueryHelp() {
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
