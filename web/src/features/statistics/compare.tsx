import { useQueries, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ErrorMessage } from '../../components/error-message.tsx';
import { ALL_STATISTICS, searchAddress } from '../../lib/addresses.ts';
import { formatCount } from '../../lib/format.ts';
import { boardsQuery } from '../../lib/queries.ts';
import { conditionOf, type Side, sideQuery, sidesOf, yearsQuery } from './compared.ts';
import { SpanChart } from './over-time.tsx';
import { t } from './texts.ts';

const route = getRouteApi('/statistics');

/** Two boards, two years, or both, side by side. A form that also works without scripts. */
export function Compare() {
  const params = route.useSearch();
  const { data: boards = [] } = useQuery(boardsQuery());
  const { data: years = [] } = useQuery(yearsQuery());
  const sides = sidesOf(params);
  const names = boards.map(({ name }) => name);
  const isAsked = Object.values(params).some((value) => value !== undefined);
  // Two boards that differ, as the form does not compare anything with itself.
  const [board, other] = isAsked || names.length < 2 ? [params.board, params.with] : names;
  return (
    <section aria-labelledby="compare">
      <h2 id="compare">{t('statistics.side-by-side')}</h2>
      <form
        key={JSON.stringify([params, names, years])}
        className="compare-form"
        aria-labelledby="compare"
        action={`${ALL_STATISTICS}#compare`}
      >
        <Choices
          legend={t('statistics.first-side')}
          names={['board', 'year']}
          chosen={[board, params.year]}
          boards={names}
          years={years}
        />
        <Choices
          legend={t('statistics.second-side')}
          names={['with', 'with_year']}
          chosen={[other, params.with_year]}
          boards={names}
          years={years}
        />
        <button type="submit" className="button">
          {t('statistics.compare-sides')}
        </button>
      </form>
      {isAsked && sides === null && <p role="alert">{t('statistics.same-sides')}</p>}
      {sides !== null && years.length > 0 && <Sides sides={sides} years={years} />}
    </section>
  );
}

interface ChoicesProps {
  readonly legend: string;
  readonly names: readonly [board: string, year: string];
  readonly chosen: readonly [board: string | undefined, year: string | undefined];
  readonly boards: readonly string[];
  readonly years: readonly string[];
}

function Choices({ legend, names, chosen, boards, years }: ChoicesProps) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      <select name={names[0]} defaultValue={chosen[0] ?? ''} aria-label={`${legend}: ${t('field.board')}`}>
        <option value="">{t('statistics.any-board')}</option>
        {boards.map((board) => (
          <option key={board} value={board}>
            /{board}/
          </option>
        ))}
      </select>
      <select name={names[1]} defaultValue={chosen[1] ?? ''} aria-label={`${legend}: ${t('interval.year')}`}>
        <option value="">{t('statistics.any-year')}</option>
        {years.map((year) => (
          <option key={year}>{year}</option>
        ))}
      </select>
    </fieldset>
  );
}

interface SidesProps {
  readonly sides: readonly [Side, Side];
  readonly years: readonly string[];
}

function Sides({ sides, years }: SidesProps) {
  const conditions = sides.map((side) => conditionOf(side, years));
  const counts = useQueries({ queries: conditions.map((condition) => sideQuery(condition)) });
  const failed = counts.find(({ error }) => error !== null);
  if (failed?.error != null) return <ErrorMessage inner error={failed.error} onRetry={() => void failed.refetch()} />;
  const top = Math.max(...counts.flatMap(({ data }) => data?.spans.map(({ posts }) => posts) ?? []));
  return (
    <div className="statistics-pair statistics-halves compare-sides">
      {sides.map((side, at) => {
        const counted = counts[at]?.data;
        const condition = conditions[at] ?? '';
        const name = nameOf(side);
        return (
          <section key={condition} aria-label={name}>
            <h3>
              <a href={searchAddress(condition)}>{name}</a>
            </h3>
            {counted === undefined ? (
              <p className="quiet" aria-busy="true">
                {t('statistics.waiting')}
              </p>
            ) : (
              <>
                <dl className="compare-counts">
                  {(['posts', 'threads', 'files'] as const).map((what) => (
                    <div key={what}>
                      <dt>{NAMES[what]()}</dt>
                      <dd>{formatCount(counted[what])}</dd>
                    </div>
                  ))}
                </dl>
                {counted.interval !== null && (
                  <SpanChart
                    condition={condition}
                    top={top}
                    title={name}
                    interval={counted.interval}
                    spans={counted.spans}
                  />
                )}
              </>
            )}
          </section>
        );
      })}
    </div>
  );
}

const NAMES = {
  posts: () => t('statistics.posts'),
  threads: () => t('board.threads'),
  files: () => t('statistics.images'),
} as const;

function nameOf({ board, year }: Side): string {
  return `${board === null ? t('statistics.any-board') : `/${board}/`}, ${year ?? t('statistics.any-year')}`;
}
