import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { SearchAnswer } from '../../../../../mappings/contract/search.ts';
import { DegradedNotice, ErrorMessage } from '../../../components/error-message.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { QuotePreviews } from '../../../components/post/quote-previews.tsx';
import { ResultsSkeleton } from '../../../components/results-skeleton.tsx';
import { searchAddress } from '../../../lib/addresses.ts';
import { useAnnouncement } from '../../../lib/announce.ts';
import { isApiError } from '../../../lib/api-error.ts';
import { formatDuration } from '../../../lib/format.ts';
import { t } from '../../../lib/messages.ts';
import { useDebounced } from '../../../lib/timing.ts';
import { SETTLED_MS, useLoading, useIsTyped } from '../bar/query-draft.ts';
import { SaveButton } from '../bar/saved-searches.tsx';
import type { View } from '../params.ts';
import { type Search, searchQuery } from '../queries.ts';
import { HitList } from './hit-list.tsx';
import { NewHitsButton } from './new-hits-button.tsx';
import { NoHits } from './no-hits.tsx';
import { Hints, QueryProblem } from './query-problem.tsx';
import { countText, Pager, SortLinks, ViewLinks } from './results-bar.tsx';
import { ResultsMenu } from './results-menu.tsx';

const ExplainPanel = lazy(async () => ({ default: (await import('./explain-panel.tsx')).ExplainPanel }));

interface ResultsProps {
  readonly search: Search;
  /** The reader's query; `search.q` may contain more for a view. */
  readonly q?: string;
  readonly view?: View | undefined;
  /** The address of the results with another sort order, view or cursor. */
  readonly address: (change: Partial<Pick<Search, 'sort' | 'cursor'>> & { view?: View | undefined }) => string;
  /** Shown between the count and the hits. */
  readonly over?: ReactNode;
  /** The page's heading if it is not the count. */
  readonly heading?: ReactNode;
  /** What the hits are counted as. */
  readonly noun?: 'post' | 'thread';
}

/** The results of a search, or why there are none. */
export function Results(props: ResultsProps) {
  const { search, address } = props;
  const { data, error, isFetching, refetch } = useQuery(searchQuery(search));
  if (data !== undefined) return <Answer {...props} answer={data} />;
  if (error === null || isFetching) return <ResultsSkeleton />;
  if (isApiError(error) && error.isBadQuery && error.problem !== null) {
    if (error.problem.code === 'cursor_invalid') return <LostPlace address={address} />;
    return <QueryProblem q={props.q ?? search.q} problem={error.problem} />;
  }
  return (
    <ErrorMessage
      error={error}
      onRetry={() => void refetch()}
      unavailable={[t('search.unavailable'), t('search.unavailable-text')]}
    />
  );
}

function Answer(props: ResultsProps & { readonly answer: SearchAnswer }) {
  const { answer, search, address, heading, view, over, q = search.q } = props;
  const [isExplained, setExplained] = useState(false);
  const noun = props.noun ?? (view === 'threads' ? 'thread' : 'post');
  const count = countText(answer.total, noun);
  const sentence = q === '' ? t('search.found', { hits: count }) : t('search.found-for', { hits: count, q });
  // Intermediate queries are not announced while typing.
  const isTyped = useIsTyped();
  const isSettled = useDebounced(sentence, SETTLED_MS) === sentence || !isTyped;
  useAnnouncement(isSettled ? sentence : '');
  const isBusy = useLoading();
  const summary = (
    <>
      {count}
      {q !== '' && <span className="visually-hidden"> {t('search.for', { q })}</span>}
    </>
  );
  return (
    <section
      className={heading === undefined ? 'results' : 'results results-of-board'}
      aria-busy={isBusy ? true : undefined}
    >
      <div className="results-bar">
        {heading === undefined ? (
          <PageHeading className="results-count">{summary}</PageHeading>
        ) : (
          <>
            {heading}
            <p className="results-count">{summary}</p>
          </>
        )}
        <span className="results-took">{formatDuration(answer.took_ms)}</span>
        {answer.sort === 'new' && search.cursor === undefined && search.group === undefined && (
          <NewHitsButton search={search} answer={answer} />
        )}
        {answer.hits.length > 0 && (
          <>
            <SortLinks sort={answer.sort} byTimeOnly={heading !== undefined} address={address} />
            {heading === undefined && <ViewLinks view={view} address={address} />}
          </>
        )}
        {heading === undefined && (
          <>
            {q !== '' && <SaveButton q={q} />}
            <ResultsMenu q={q} sort={search.sort} onExplain={() => setExplained(true)} />
          </>
        )}
      </div>
      {isExplained && (
        <Suspense>
          <ExplainPanel search={search} onClose={() => setExplained(false)} />
        </Suspense>
      )}
      <Hints hints={answer.hints} address={searchAddress} />
      {over}
      {answer.degraded && <DegradedNotice />}
      {answer.partial && <p className="notice-line">{t('search.partial')}</p>}
      {answer.hits.length === 0 &&
        (answer.next === null ? <NoHits q={q} isAsked={isSettled} /> : <p>{t('search.none-yet')}</p>)}
      {answer.hits.length > 0 && (
        <QuotePreviews posts={answer.hits}>
          <HitList hits={answer.hits} view={view} />
        </QuotePreviews>
      )}
      <Pager answer={answer} search={search} address={address} />
    </section>
  );
}

function LostPlace({ address }: Pick<ResultsProps, 'address'>) {
  return (
    <section className="message" role="alert">
      <PageHeading>{t('search.lost-place')}</PageHeading>
      <p>{t('search.lost-place-text')}</p>
      <p className="message-actions">
        <a className="button" href={address({ cursor: undefined })}>
          {t('search.start-over')}
        </a>
      </p>
    </section>
  );
}
