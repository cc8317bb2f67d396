import type { BoardStatistics } from '../../../../mappings/contract/statistics.ts';
import { searchAddress } from '../../lib/addresses.ts';
import { formatCount, formatCountryValue } from '../../lib/format.ts';
import { t } from '../../lib/messages.ts';

interface CountriesProps {
  readonly board: string;
  readonly countries: NonNullable<BoardStatistics['recent']>['countries'];
}

const SHOWN = 15;

/** A table with bars in it: the most frequent, and the others when they are asked for. */
export function Countries({ board, countries }: CountriesProps) {
  const most = countries[0]?.posts ?? 1;
  const rows = (some: CountriesProps['countries']) => (
    <table className="counted-bars">
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('statistics.country')}</th>
          <th scope="col">{t('statistics.posts')}</th>
        </tr>
      </thead>
      <tbody>
        {some.map(({ country, posts }) => (
          <tr key={country}>
            <th scope="row">
              <a href={searchAddress(`board:${board} country:${country}`)}>{formatCountryValue(country)}</a>
            </th>
            <td style={{ ['--share' as string]: `${((posts / most) * 100).toFixed(1)}%` }}>{formatCount(posts)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
  return (
    <section aria-labelledby="countries">
      <h3 id="countries">{t('statistics.countries')}</h3>
      {countries.length === 0 && <p className="quiet">{t('statistics.countries-none')}</p>}
      {countries.length > 0 && rows(countries.slice(0, SHOWN))}
      {countries.length > SHOWN && (
        <details className="statistics-table">
          <summary>{t('statistics.countries-more', { count: countries.length - SHOWN })}</summary>
          {rows(countries.slice(SHOWN))}
        </details>
      )}
    </section>
  );
}
