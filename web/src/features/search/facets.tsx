import { useQuery } from '@tanstack/react-query';
import type { Facet, FacetField, FacetsAnswer, FacetValue } from '../../../../server/contract/facets.ts';
import { formatCount, formatNumberOf } from '../../lib/format.ts';
import { facetsQuery } from './refine-queries.ts';

interface FacetsProps {
  readonly q: string;
  /** Where the results of another query are, in the order and view that the reader has now. */
  readonly address: (q: string) => string;
}

const TITLES: Readonly<Record<FacetField, string>> = {
  board: 'Board',
  year: 'Year',
  file: 'File',
  country: 'Country',
  capcode: 'Capcode',
  kind: 'Kind',
  deleted: 'Deleted',
};

/** What the hits are, counted: each value is a way to only those, or back from them. */
export function Facets({ q, address }: FacetsProps) {
  const { data, isPending } = useQuery(facetsQuery(q));
  if (isPending) return <FacetsSkeleton />;
  const told = data?.facets.filter(tellsSomething) ?? [];
  if (data === undefined || told.length === 0) return null;
  return (
    <nav className="facets" aria-label="Narrow the results">
      {told.map((facet) => (
        <FacetGroup key={facet.field} facet={facet} answer={data} address={address} />
      ))}
    </nav>
  );
}

/** One value that all hits have is no choice, unless the reader chose it. */
function tellsSomething({ values, own }: Facet): boolean {
  return values.length > 1 || (own && values.length > 0);
}

interface FacetGroupProps extends Pick<FacetsProps, 'address'> {
  readonly facet: Facet;
  readonly answer: FacetsAnswer;
}

function FacetGroup({ facet, answer, address }: FacetGroupProps) {
  const { field, values, others, exact } = facet;
  const isExact = exact && !answer.partial;
  return (
    <section className="facet" aria-labelledby={`facet-${field}`}>
      <h2 id={`facet-${field}`}>{TITLES[field]}</h2>
      <ul>
        {values.map((value) => (
          <li key={value.value}>
            <Choice field={field} value={value} isExact={isExact} address={address} />
          </li>
        ))}
      </ul>
      {others.values > 0 && (
        <p className="facet-others">
          {formatNumberOf(others.values, 'other')}: {formatCount(others.posts)}
        </p>
      )}
    </section>
  );
}

interface ChoiceProps extends Pick<FacetsProps, 'address'> {
  readonly field: FacetField;
  readonly value: FacetValue;
  readonly isExact: boolean;
}

function Choice({ field, value: { value, label, count, active, q }, isExact, address }: ChoiceProps) {
  // A board goes by its name, here as in the results; what it is about is told on hover.
  const isBoard = field === 'board';
  const content = (
    <>
      <span className="facet-value" title={isBoard ? (label ?? undefined) : undefined}>
        {isBoard ? `/${value}/` : (label ?? value)}
      </span>
      <span className="facet-count" title={isExact ? undefined : 'Counted in part: there may be more'}>
        {isExact ? '' : '≥ '}
        {formatCount(count)}
      </span>
    </>
  );
  if (q === null) return <span className="facet-choice">{content}</span>;
  return (
    <a className="facet-choice" href={address(q)} aria-current={active ? 'true' : undefined}>
      {content}
      {active && <span className="visually-hidden">, chosen: take it back</span>}
    </a>
  );
}

function FacetsSkeleton() {
  return (
    <div className="facets" aria-hidden="true">
      {[4, 6, 3].map((lines) => (
        <div className="facet" key={lines}>
          {Array.from({ length: lines }, (_, line) => (
            <span className="skeleton facet-skeleton" key={line} />
          ))}
        </div>
      ))}
    </div>
  );
}
