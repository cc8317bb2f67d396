import { useQuery } from '@tanstack/react-query';
import { lazy, memo, type ReactNode, Suspense } from 'react';
import type { PartialReason } from '../../../../../mappings/contract/partial.ts';
import type { QueryPart } from '../../../../../mappings/contract/query-part.ts';
import type { SearchAnswer } from '../../../../../mappings/contract/search.ts';
import { DegradedNotice, ErrorMessage } from '../../../components/error-message.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { hitsFound } from '../../../components/post/foolfuuka.ts';
import { ResultsSkeleton } from '../../../components/results-skeleton.tsx';
import { useAnnouncement } from '../../../lib/announce.ts';
import { isApiError } from '../../../lib/api-error.ts';
import { formatDuration } from '../../../lib/format.ts';
import { t } from '../../../lib/messages.ts';
import { useDebounced } from '../../../lib/timing.ts';
import { SETTLED_MS, useLoading, useIsTyped } from '../bar/query-draft.ts';
import type { View } from '../params.ts';
import { type Search, searchQuery } from '../queries.ts';
import { HitList } from './hit-list.tsx';
import { useMoreHits } from './more-hits.ts';
import { carriedQuery, QueryParts } from './query-parts.tsx';
import { Hints } from './hints.tsx';
import { PostsOfNumber } from './posts-of-number.tsx';
import type { QueryProblemProps } from './query-problem.tsx';
import type { ComparedProps } from './compared-notice.tsx';
import { countText, Pager, useTotal } from './results-bar.tsx';

const NoHits = lazy(async () => ({ default: (await import('./no-hits.tsx')).NoHits }));
const PastEnd = lazy(async () => ({ default: (await import('./no-hits.tsx')).PastEnd }));
const DidYouMean = lazy(async () => ({ default: (await import('./did-you-mean.tsx')).DidYouMean }));
const ComparedNotice = lazy(async () => ({ default: (await import('./compared-notice.tsx')).ComparedNotice }));
const PartialNotice = lazy(async () => ({
  default: (await import('../../../components/partial-notice.tsx')).PartialNotice,
}));
const QueryProblem = lazy(async () => ({ default: (await import('./query-problem.tsx')).QueryProblem }));
const NewHitsButton = lazy(async () => ({ default: (await import('./new-hits-button.tsx')).NewHitsButton }));

interface ResultsProps {
  readonly search: Search;
  /** The reader's query; `search.q` may contain more for a view. */
  readonly q?: string;
  readonly view?: View | undefined;
  /** The page has a heading of its own. */
  readonly isPart?: boolean;
  /** The address of the results with another sort order, view or cursor. */
  readonly address: (change: Partial<Pick<Search, 'sort' | 'cursor' | 'page'>> & { view?: View | undefined }) => string;
  /** Content between the count and the hits. */
  readonly over?: ReactNode;
  /** The address of the results of another query in the same order and view. */
  readonly partAddress: (q: string) => string;
}

/** The results of a search, or the reason why it has none. */
export function Results(props: ResultsProps) {
  const { search, address } = props;
  const { data, error, isFetching, refetch } = useQuery(searchQuery(search));
  if (data !== undefined) return <Answer {...props} answer={data} />;
  if (error === null || isFetching) return <Pending q={props.q ?? search.q} />;
  if (isApiError(error) && error.isBadQuery && error.problem !== null) {
    return <Refusal q={props.q ?? search.q} problem={error.problem} first={address({ cursor: undefined })} />;
  }
  return (
    <>
      <ErrorMessage
        error={error}
        onRetry={() => void refetch()}
        unavailable={isApiError(error) && error.problem?.code === 'search_timed_out' ? timedOut() : unavailable()}
      />
      <PostsOfNumber q={props.q ?? search.q} />
    </>
  );
}

/** Memoised: React discards the server's HTML if its parent is rendered again before the script is loaded. */
const Refusal = memo(function Refusal(props: QueryProblemProps) {
  return (
    <Suspense>
      <QueryProblem {...props} />
    </Suspense>
  );
});

/** Memoised as above. */
const Compared = memo(function Compared(props: ComparedProps) {
  return (
    <Suspense>
      <ComparedNotice {...props} />
    </Suspense>
  );
});

/** Memoised as above. */
const MissingParts = memo(function MissingParts({ reasons }: { readonly reasons: readonly PartialReason[] }) {
  return (
    <Suspense>
      <PartialNotice reasons={reasons} />
    </Suspense>
  );
});

/** Posts whose number is in the query need not wait for the search. */
function Pending({ q }: { readonly q: string }) {
  return (
    <>
      <PostsOfNumber q={q} />
      <ResultsSkeleton />
    </>
  );
}

function Answer(props: ResultsProps & { readonly answer: SearchAnswer }) {
  const { answer, search, address, partAddress, view, isPart = false, over, q = search.q } = props;
  const Heading = isPart ? 'h2' : PageHeading;
  const total = useTotal(answer, search);
  const count = countText(total, view === 'threads' ? 'thread' : 'post');
  const sentence = q === '' ? t('search.found', { hits: count }) : t('search.found-for', { hits: count, q });
  // Intermediate queries are not announced while typing.
  const isTyped = useIsTyped();
  const isSettled = useDebounced(sentence, SETTLED_MS) === sentence || !isTyped;
  useAnnouncement(isSettled ? sentence : '');
  const isBusy = useLoading();
  const more = useMoreHits(search, answer.next);
  const parts = answer.parts.filter((part) => !isOfView(part, q, search.q));
  return (
    <>
      {/* Programs look for this heading directly in the main element. */}
      <h3 className="section_title" hidden>
        <small>{hitsFound(total.value, total.relation === 'eq')}</small>
      </h3>
      <div className="results-bar" aria-busy={isBusy ? true : undefined}>
        <Heading className="results-count">
          {count}
          {q !== '' && <span className="visually-hidden"> {t('search.for', { q })}</span>}
        </Heading>
        <QueryParts parts={parts} address={partAddress} />
        <span className="results-took">{formatDuration(answer.took_ms)}</span>
        {answer.sort === 'new' && isFirstPage(search) && search.group === undefined && (
          <Suspense>
            <NewHitsButton search={search} answer={answer} />
          </Suspense>
        )}
      </div>
      <Hints hints={answer.hints} address={partAddress} />
      {isSettled && mayBeMisspelt(answer, search) && (
        <Suspense>
          <DidYouMean q={q} answer={answer} address={partAddress} />
        </Suspense>
      )}
      {/* A query with `num:` has these posts as its hits. */}
      {!/^num:/i.test(q) && <PostsOfNumber q={q} />}
      {over}
      {answer.degraded && <DegradedNotice />}
      {answer.partial_reasons.length > 0 && <MissingParts reasons={answer.partial_reasons} />}
      {answer.as_written?.stopped === true && (
        <Compared
          count={answer.as_written.compared}
          more={answer.next === null ? null : address({ cursor: answer.next })}
        />
      )}
      {answer.hits.length === 0 &&
        (answer.next === null ? (
          <Suspense>
            {search.page !== undefined && total.value > 0 ? (
              <PastEnd />
            ) : (
              <NoHits q={search.q} parts={parts} isAsked={isSettled} address={partAddress} />
            )}
          </Suspense>
        ) : (
          <p>{t('search.no-hits-so-far')}</p>
        ))}
      {answer.hits.length > 0 && (
        <HitList hits={answer.hits} view={view} carried={carriedQuery(search.q, parts)} more={more} />
      )}
      <Pager answer={answer} search={search} address={address} />
    </>
  );
}

/** The same value as in mappings/contract/did-you-mean.ts; importing it would add the whole contract to the bundle. */
const ENOUGH_HITS = 5;

function mayBeMisspelt({ hits, total, did_you_mean: suggested }: SearchAnswer, search: Search): boolean {
  // If hits are grouped, the total counts threads, which may have many hits each.
  const posts = hits.reduce((sum, { group }) => sum + (group?.hits ?? 1), 0);
  const hasFew = total.value < ENOUGH_HITS && posts < ENOUGH_HITS;
  return isFirstPage(search) && total.relation === 'eq' && hasFew && suggested?.length !== 0;
}

function isFirstPage({ cursor, page }: Search): boolean {
  return cursor === undefined && page === undefined;
}

/** Whether the image view added this condition to the reader's query. */
function isOfView(part: QueryPart, q: string, searched: string): boolean {
  return q !== searched && part.position.end === searched.length && part.field === 'has' && part.value === 'file';
}

function unavailable() {
  return [t('search.unavailable'), t('search.unavailable-text')] as const;
}

function timedOut() {
  return [t('search.timed-out'), t('search.timed-out-text')] as const;
}
