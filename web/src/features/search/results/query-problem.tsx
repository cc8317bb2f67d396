import type { Problem } from '../../../../../mappings/contract/problem.ts';
import { useEffect } from 'react';
import { PageHeading } from '../../../components/page-heading.tsx';
import { HELP_ADDRESS, searchAddress } from '../../../lib/addresses.ts';
import { problemText, t, tRich } from '../../../lib/messages.ts';
import { writeFault } from '../bar/query-draft.ts';

interface QueryProblemProps {
  readonly q: string;
  readonly problem: Problem;
}

/** The error of an invalid query, and a link to the corrected query. The bar underlines the characters concerned. */
export function QueryProblem({ q, problem }: QueryProblemProps) {
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
        {problem.code === 'board_unknown' && <a href="/">{t('page.show-boards')}</a>}
        <a href={HELP_ADDRESS}>{t('site.help')}</a>
      </p>
    </section>
  );
}
