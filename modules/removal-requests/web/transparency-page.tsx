import { useQuery } from '@tanstack/react-query';
import { ErrorMessage } from '../../../web/src/components/error-message.tsx';
import { PageHeading } from '../../../web/src/components/page-heading.tsx';
import { formatCount } from '../../../web/src/lib/format.ts';
import { useTitle } from '../../../web/src/lib/use-title.ts';
import { REASONS, REQUEST_PAGE } from '../requests.ts';
import './removal.css';
import { statisticsQuery } from './statistics.ts';
import { t } from './texts.ts';

/** Counts of removal requests, and nothing else about them. */
export function TransparencyPage() {
  useTitle(t('removal.numbers'));
  const { data, error, refetch } = useQuery(statisticsQuery());
  return (
    <div className="removal">
      <PageHeading>{t('removal.numbers')}</PageHeading>
      <p className="removal-lead">{t('removal.numbers-lead')}</p>
      {data === undefined && error !== null && <ErrorMessage inner error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <div className="removal-counts">
          {data.counts.length === 0 ? (
            <p>{t('removal.none')}</p>
          ) : (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
            <section className="removal-table" tabIndex={0} aria-label={t('removal.table')}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t('removal.month')}</th>
                    <th scope="col">{t('removal.reason')}</th>
                    <th scope="col">{t('removal.decision')}</th>
                    <th scope="col" data-align="right">
                      {t('removal.count')}
                    </th>
                    <th scope="col">{t('removal.median')}</th>
                  </tr>
                </thead>
                <tbody>
                  {data.counts.map(({ month, reason, outcome, requests, days }) => (
                    <tr key={`${month} ${reason} ${outcome}`}>
                      <td>{month}</td>
                      <td>{t(`removal.reason.${reason}`)}</td>
                      <td>{t(`removal.outcome.${outcome}`)}</td>
                      <td data-align="right">{formatCount(requests)}</td>
                      <td>{days === null ? '–' : durationOf(days)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          )}
          <h2>{t('removal.deadlines')}</h2>
          <dl className="removal-rows">
            {REASONS.map((reason) => (
              <div key={reason}>
                <dt>{t(`removal.reason.${reason}`)}</dt>
                <dd>{t('removal.deadline', { count: data.deadlines[reason] })}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      <p className="removal-links">
        <a href={REQUEST_PAGE}>{t('removal.ask')}</a>
      </p>
    </div>
  );
}

function durationOf(days: number): string {
  return days < 1 ? t('removal.under-day') : t('removal.median-days', { count: Math.round(days) });
}
