import type { Problem } from '../../../../../mappings/contract/problem.ts';
import type { SearchAnswer } from '../../../../../mappings/contract/search.ts';
import { PageHeading } from '../../../components/page-heading.tsx';
import { searchAddress } from '../../../lib/addresses.ts';
import { problemText, tRich } from '../../../lib/messages.ts';

interface QueryProblemProps {
  readonly q: string;
  readonly problem: Problem;
}

/** Why a query is invalid: the message, the characters concerned, and a link to the corrected query. */
export function QueryProblem({ q, problem }: QueryProblemProps) {
  return (
    <section className="query-problem" role="alert">
      <PageHeading className="query-problem-title">{problemText(problem)}</PageHeading>
      {problem.position !== undefined && q !== '' && <FaultyQuery q={q} {...problem.position} />}
      {problem.suggestion !== undefined && (
        <p>
          <a className="button" href={searchAddress(problem.suggestion)}>
            {tRich('search.suggested', { q: <code key="q">{problem.suggestion}</code> })}
          </a>
        </p>
      )}
    </section>
  );
}

/** `start` and `end` in UTF-16 code units. An error at the very end has no character, so a space is marked. */
function FaultyQuery({ q, start, end }: { readonly q: string; readonly start: number; readonly end: number }) {
  return (
    <p className="faulty-query">
      <code>
        {q.slice(0, start)}
        <span className="fault">{q.slice(start, end) || '\u00a0'}</span>
        {q.slice(end)}
      </code>
    </p>
  );
}

interface HintsProps {
  readonly hints: SearchAnswer['hints'];
  readonly address: (q: string) => string;
}

/** Links to queries that may have been meant; the results are those of the query as written. */
export function Hints({ hints = [], address }: HintsProps) {
  if (hints.length === 0) return null;
  return (
    <ul className="hints">
      {hints.map(({ message, position, suggestion }) => (
        <li key={`${position.start} ${message}`}>
          {message}{' '}
          {suggestion !== null && (
            <a href={address(suggestion)}>{tRich('search.suggested', { q: <code key="q">{suggestion}</code> })}</a>
          )}
        </li>
      ))}
    </ul>
  );
}
