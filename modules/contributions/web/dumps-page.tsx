import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ContributorSummary, DumpStatistics } from '../contract/dump-list.ts';
import { type DumpFilter, readDumpFilter } from './dump-filter.ts';
import { DumpFilters, DumpPager } from './dump-filters.tsx';
import { DumpItem } from './dump-item.tsx';
import { DumpsIntroduction } from './dumps-introduction.tsx';
import { ErrorMessage } from '../../../web/src/components/error-message.tsx';
import { PageHeading } from '../../../web/src/components/page-heading.tsx';
import { Time } from '../../../web/src/components/time.tsx';
import { stringifySearch } from '../../../web/src/lib/addresses.ts';
import { formatCount } from '../../../web/src/lib/format.ts';
import { useIsStaff } from '../../../web/src/lib/staff.ts';
import { useTitle } from '../../../web/src/lib/use-title.ts';
import './dumps.css';
import { contributorQuery, dumpsQuery, dumpStatisticsQuery } from './queries.ts';
import { DUMPS_ADDRESS } from './addresses.ts';
import { t } from './texts.ts';

const route = getRouteApi('/dumps');

/** Contributed dumps of files that visible posts show, newest first. */
export function DumpsPage() {
  useTitle(t('dumps.name'));
  const filter = readDumpFilter(route.useSearch());
  const { data, error, refetch } = useQuery(dumpsQuery(filter));
  const isStaff = useIsStaff();
  const { data: statistics } = useQuery(dumpStatisticsQuery);
  return (
    <section className="dumps">
      <PageHeading>{t('dumps.name')}</PageHeading>
      {filter.contributor === undefined && <DumpsIntroduction />}
      {isStaff && (
        <p>
          <a href={`/admin/dumps${stringifySearch({ ...filter })}`}>{t('dumps.moderate')}</a>
        </p>
      )}
      {filter.contributor !== undefined && <ContributorHead contributor={filter.contributor} />}
      <h2>{t('dumps.list')}</h2>
      <details className="dump-choice" open={hasChoice(filter)}>
        <summary>{t('dumps.filter')}</summary>
        <DumpFilters address={DUMPS_ADDRESS} filter={filter} />
      </details>
      {data === undefined && error === null && <p className="dumps-waiting" aria-busy="true" />}
      {data === undefined && error !== null && <ErrorMessage inner error={error} onRetry={() => void refetch()} />}
      {data?.dumps.length === 0 && (
        <p className="quiet">{t(hasChoice(filter) ? 'dumps.none-chosen' : 'dumps.empty')}</p>
      )}
      {data !== undefined && data.dumps.length > 0 && (
        <ol className="dump-list">
          {data.dumps.map((dump) => (
            <li key={dump.id}>
              <DumpItem dump={dump} />
            </li>
          ))}
        </ol>
      )}
      {data !== undefined && <DumpPager address={DUMPS_ADDRESS} filter={filter} next={data.next} />}
      {data !== undefined && statistics !== undefined && <Statistics statistics={statistics} />}
    </section>
  );
}

/** The contributor has a heading of its own. */
function hasChoice({ before: _before, contributor: _contributor, ...choice }: DumpFilter): boolean {
  return Object.keys(choice).length > 0;
}

function Statistics({ statistics }: { readonly statistics: DumpStatistics }) {
  const { states, clients, verified, contributors, unmapped, restored } = statistics;
  const figures = [
    ['dumps.statistics.dumps', states.reduce((sum, { dumps }) => sum + dumps, 0)],
    ['dumps.statistics.verified', verified],
    ['dumps.statistics.unmapped', unmapped],
    ['dumps.statistics.restored', restored],
  ] as const;
  return (
    <section aria-labelledby="dump-statistics">
      <h2 id="dump-statistics">{t('dumps.statistics')}</h2>
      <dl className="dump-facts">
        {figures.map(([name, count]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('dumps.statistics.contributors')}</dt>
          <dd>
            <a href={`${DUMPS_ADDRESS}/contributors`}>{formatCount(contributors)}</a>
          </dd>
        </div>
        {states.map(({ state, dumps }) => (
          <div key={state}>
            <dt>
              <a href={`${DUMPS_ADDRESS}${stringifySearch({ state })}`}>{t(`dumps.state.${state}`)}</a>
            </dt>
            <dd>{formatCount(dumps)}</dd>
          </div>
        ))}
        {clients.map(({ client, version, dumps, used }) => (
          <div key={`${client} ${version}`}>
            <dt>
              <a href={`${DUMPS_ADDRESS}${stringifySearch({ client, version })}`}>
                {t('dumps.by-client', { client, version })}
              </a>
            </dt>
            <dd>
              {formatCount(dumps)}, {t('dumps.statistics.used', { used })}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The contributor of the shown dumps. */
function ContributorHead({ contributor }: { readonly contributor: string }) {
  const { data } = useQuery(contributorQuery(contributor));
  return (
    <section aria-labelledby="dump-contributor">
      <h2 id="dump-contributor" className="dump-hash">
        {t('dumps.contributor')} {contributor}
      </h2>
      {data !== undefined && <ContributorFacts summary={data} />}
    </section>
  );
}

export function ContributorFacts({ summary }: { readonly summary: ContributorSummary }) {
  const { dumps, used, trust, first_sent_at: first, last_sent_at: last } = summary;
  return (
    <p className="dump-line">
      <span>{t('dumps.contributor-lead', { dumps: t('dumps.count', { count: dumps }), used })}</span>
      <span>
        {t('dumps.first-sent')} <Time iso={first} />
      </span>
      <span>
        {t('dumps.last-sent')} <Time iso={last} />
      </span>
      {trust.map(({ client, version, trust: level }) => (
        <span key={`${client} ${version}`}>
          {t('dumps.by-client', { client, version })}: {t(`dumps.trust.${level}`)}
        </span>
      ))}
    </p>
  );
}
