import type { Problem } from '../../../../../mappings/contract/problem.ts';
import { useEffect } from 'react';
import { BoardChoices } from '../../../components/board-choices.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { HELP_ADDRESS, searchAddress } from '../../../lib/addresses.ts';
import { problemText } from '../../../lib/messages.ts';
import { writeFault } from '../bar/query-draft.ts';
import { t, tRich } from './query-problem-texts.ts';

export interface QueryProblemProps {
  readonly q: string;
  readonly problem: Problem;
  /** The address of the first page of the results. */
  readonly first: string;
}

/** The reason why the server refused a query. */
export function QueryProblem({ q, problem, first }: QueryProblemProps) {
  return problem.code === 'cursor_invalid' ? <LostPlace first={first} /> : <BadQuery q={q} problem={problem} />;
}

/** The error of an invalid query, and a link to the corrected query. The bar underlines the characters concerned. */
function BadQuery({ q, problem }: Omit<QueryProblemProps, 'first'>) {
  const { start, end } = problem.position ?? { start: null, end: null };
  useEffect(() => {
    writeFault(start === null || q === '' ? null : { q, start, end });
    return () => writeFault(null);
  }, [q, start, end]);
  return (
    <section id="results" tabIndex={-1} className="alert query-problem" role="alert">
      <PageHeading className="alert-heading query-problem-title">{problemText(problem)}</PageHeading>
      <p className="message-actions">
        {problem.suggestion !== undefined && (
          <a className="button" href={searchAddress(problem.suggestion)}>
            {tRich('search.suggested', { q: <code key="q">{problem.suggestion}</code> })}
          </a>
        )}
        <a href={HELP_ADDRESS}>{t('site.help')}</a>
      </p>
      {problem.code === 'board_unknown' && <BoardChoices />}
    </section>
  );
}

/** Shown for an address with a position in results that no longer exist. */
function LostPlace({ first }: Pick<QueryProblemProps, 'first'>) {
  return (
    <section className="message" role="alert">
      <PageHeading>{t('search.invalid-position')}</PageHeading>
      <p>{t('search.invalid-position-text')}</p>
      <p className="message-actions">
        <a className="button" href={first}>
          {t('search.start-over')}
        </a>
      </p>
    </section>
  );
}
