import { queryOptions, useQueries } from '@tanstack/react-query';
import type { QueryPart } from '../../../../../mappings/contract/query-part.ts';
import { NO_HITS } from '../../../components/post/foolfuuka.ts';
import { QueryExamples } from '../../../components/query-examples.tsx';
import { fetchSearch } from '../../../lib/api-client.ts';
import { partText } from './part-text.ts';
import { t, tRich } from './query-help-texts.ts';
import { countText } from './results-bar.tsx';

/** Each part needs one request. */
const MAX_PARTS = 6;

interface NoHitsProps {
  readonly parts: readonly QueryPart[];
  readonly isAsked: boolean;
  readonly address: (q: string) => string;
}

/** Suggestions for a query without hits: which part to remove, and searches that find something. */
export function NoHits({ parts, isAsked, address }: NoHitsProps) {
  const removable = parts.length < 2 ? [] : parts.filter(({ without }) => without !== '').slice(0, MAX_PARTS);
  const counts = useQueries({
    queries: removable.map(({ without }) => ({ ...countQuery(without), enabled: isAsked })),
  });
  const looser = removable.flatMap((part, index) => {
    const total = counts[index]?.data;
    return total === undefined || total.value === 0 ? [] : [{ part, total }];
  });
  return (
    <section id="results" tabIndex={-1} className="alert no-hits">
      <span className="alert-heading" hidden>
        {NO_HITS}
      </span>
      <p>{t(removable.length === 0 ? 'search.no-hits' : 'search.no-hits-for-all-parts')}</p>
      {looser.length > 0 && (
        <ul className="relaxed-queries">
          {looser.map(({ part, total }) => (
            <li key={part.position.start}>
              <a href={address(part.without)}>
                {tRich('search.without', { hits: countText(total), part: <q key="part">{partText(part)}</q> })}
              </a>
            </li>
          ))}
        </ul>
      )}
      <QueryExamples />
    </section>
  );
}

/** Counts the hits of a query with a part removed, for queries without hits. */
function countQuery(q: string) {
  return queryOptions({
    queryKey: ['count', q],
    queryFn: async ({ signal }) =>
      (await fetchSearch({ q, sort: undefined, cursor: undefined, limit: 1 }, signal)).total,
    staleTime: 60_000,
    retry: false,
  });
}
