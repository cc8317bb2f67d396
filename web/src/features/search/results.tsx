import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SearchAnswer } from '../../../../server/contract/search.ts';
import { DegradedNotice } from '../../components/degraded-notice.tsx';
import { ErrorMessage } from '../../components/error-message.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { useAnnouncement } from '../../lib/announce.ts';
import { isApiError } from '../../lib/api-error.ts';
import { formatDuration } from '../../lib/format.ts';
import { QuotePreviews } from '../thread/quote-previews.tsx';
import { Hit } from './hit.tsx';
import { NewHitsButton } from './new-hits-button.tsx';
import { hitKey } from './new-hits.ts';
import { NoHits } from './no-hits.tsx';
import { Pager } from './pager.tsx';
import { QueryProblem } from './query-problem.tsx';
import { countInWords } from './result-words.ts';
import { ResultsSkeleton } from './results-skeleton.tsx';
import { searchQuery, type Search } from './search-queries.ts';
import { SortLinks } from './sort-links.tsx';

interface ResultsProps {
  readonly search: Search;
  /** Where the same results are, changed in sort or place. */
  readonly address: (change: Partial<Pick<Search, 'sort' | 'cursor'>>) => string;
  /** The page's heading, where it is not the count. */
  readonly heading?: ReactNode;
  /** What a hit is called. */
  readonly noun?: string;
}

/** The answer to a search: its hits, or why there are none. */
export function Results({ search, address, heading, noun = 'post' }: ResultsProps) {
  const { data, error, isFetching, refetch } = useQuery(searchQuery(search));
  if (data !== undefined)
    return <Answer answer={data} search={search} address={address} heading={heading} noun={noun} />;
  if (error === null || isFetching) return <ResultsSkeleton />;
  if (isApiError(error) && error.isBadQuery && error.problem !== null) {
    if (error.problem.code === 'cursor_invalid') return <LostPlace address={address} />;
    return <QueryProblem q={search.q} problem={error.problem} />;
  }
  return (
    <ErrorMessage
      error={error}
      onRetry={() => void refetch()}
      unavailable={[
        'Search is not available at the moment',
        'Threads are: links to them open as ever. Try searching again in a moment.',
      ]}
    />
  );
}

function Answer({ answer, search, address, heading, noun }: ResultsProps & { readonly answer: SearchAnswer }) {
  const count = countInWords(answer.total, noun);
  useAnnouncement(`${count} found${search.q === '' ? '' : ` for ${search.q}`}.`);
  const summary = (
    <>
      {count}
      {search.q !== '' && <span className="visually-hidden"> for {search.q}</span>}
    </>
  );
  return (
    <section className={heading === undefined ? 'results' : 'results results-of-board'}>
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
        {answer.sort === 'new' && search.cursor === undefined && <NewHitsButton search={search} shown={answer.hits} />}
        {answer.hits.length > 0 && (
          <SortLinks sort={answer.sort} byTimeOnly={heading !== undefined} address={address} />
        )}
      </div>
      {answer.degraded && <DegradedNotice />}
      {answer.partial && (
        <p className="notice-line">
          The search was stopped before it had seen everything: there may be more than this. A narrower query helps.
        </p>
      )}
      {answer.hits.length === 0 ? (
        <NoHits q={search.q} />
      ) : (
        <QuotePreviews posts={answer.hits}>
          <ol className="hits">
            {answer.hits.map((hit) => (
              <li key={hitKey(hit)}>
                <Hit hit={hit} />
              </li>
            ))}
          </ol>
        </QuotePreviews>
      )}
      <Pager answer={answer} search={search} address={address} />
    </section>
  );
}

function LostPlace({ address }: Pick<ResultsProps, 'address'>) {
  return (
    <section className="message" role="alert">
      <PageHeading>This place in the results is no longer known</PageHeading>
      <p>The address names a page of results that these pages cannot find again.</p>
      <p className="message-actions">
        <a className="button" href={address({ cursor: undefined })}>
          Start from the first page
        </a>
      </p>
    </section>
  );
}
