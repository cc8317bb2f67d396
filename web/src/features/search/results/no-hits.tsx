import { queryOptions, useQueries } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { QueryPart } from '../../../../../mappings/contract/query-part.ts';
import { NO_HITS } from '../../../components/post/foolfuuka.ts';
import { QueryExamples } from '../../../components/query-examples.tsx';
import { fetchSearch } from '../../../lib/api-client.ts';
import { useIsHydrated } from '../../../lib/hydration/render-record.ts';
import { REVERSE_SEARCH_PAGES } from '../../../lib/reverse-searches.ts';
import { partText } from './part-text.ts';
import { t, tRich } from './query-help-texts.ts';
import { countText } from './results-bar.tsx';

/** Each part needs one request. */
const MAX_PARTS = 6;

interface NoHitsProps {
  readonly q: string;
  readonly parts: readonly QueryPart[];
  readonly isAsked: boolean;
  readonly address: (q: string) => string;
}

/** For a page number behind the last page. The pager leads back. */
export function PastEnd() {
  return (
    <section id="results" tabIndex={-1} className="alert no-hits">
      <p>{t('search.past-end')}</p>
    </section>
  );
}

/** Suggestions for a query without hits: which part to remove, and searches that find something. */
export function NoHits({ q, parts, isAsked, address }: NoHitsProps) {
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
      {isForFile(q, parts) ? (
        <MissingFile />
      ) : (
        <p>{t(removable.length === 0 ? 'search.no-hits' : 'search.no-hits-for-all-parts')}</p>
      )}
      {looser.length > 0 && (
        <ul className="relaxed-queries">
          {looser.map(({ part, total }) => (
            <li key={part.position.start}>
              <a href={address(part.without)}>
                {t('search.without', { hits: countText(total), part: partText(part) })}
              </a>
            </li>
          ))}
        </ul>
      )}
      <QueryExamples />
    </section>
  );
}

/** Whether the query is for a file by a hash, or by several as that of `FileSearch`. */
function isForFile(q: string, parts: readonly QueryPart[]): boolean {
  const [part, ...others] = parts.filter(({ field }) => field !== 'sort' && field !== 'group');
  if (part === undefined || part.negated || others.length > 0) return false;
  return part.field === null ? HASHES.test(q.slice(part.position.start, part.position.end)) : isOfHash(part.field);
}

const isOfHash = (field: string) => field === 'md5' || field === 'sha256';

const HASHES = /^\(?(?:md5|hash|sha256|sha):\S+(?: OR (?:md5|hash|sha256|sha):\S+)+\)?$/i;

/** The searched file is not in the archive. Other sites find similar pictures. */
function MissingFile() {
  const name = useLocation({ select: ({ state }) => state.soughtFile });
  const links = useLocation({ select: ({ state }) => state.soughtLinks });
  // A server has no name.
  const isHydrated = useIsHydrated();
  return (
    <>
      <p>
        {isHydrated && name !== undefined
          ? tRich('search.file-missing', { name: <strong key="name">{name}</strong> })
          : t('search.this-file-missing')}{' '}
        {t('search.file-missing-why')}
      </p>
      {isHydrated && links !== undefined && links.length > 0 && (
        <p className="message-actions">
          {links.map(({ href, text }) => (
            <a key={href} className="button" href={href}>
              {text}
            </a>
          ))}
        </p>
      )}
      <p className="message-actions">
        {t('search.file-elsewhere')}{' '}
        {REVERSE_SEARCH_PAGES.map(({ site, href }) => (
          <a key={site} href={href} rel="noreferrer">
            {site}
          </a>
        ))}
      </p>
    </>
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
