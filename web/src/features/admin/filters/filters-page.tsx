import { useQuery } from '@tanstack/react-query';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { useTitle } from '../../../lib/use-title.ts';
import '../../../styles/admin-bans.css';
import '../../../styles/admin-moderation.css';
import '../../../styles/admin-reports.css';
import { filtersQuery } from '../queries.ts';
import { RefreshProblem } from '../request-problem.tsx';
import { useRoles } from '../session/use-roles.ts';
import { FilterForm } from './filter-form.tsx';
import { FilterItem } from './filter-item.tsx';
import { t } from '../texts.ts';

/** Filters with their figures. Admins can edit them, moderators can read them. */
export function FiltersPage() {
  useTitle(t('filters.name'), t('admin.name'));
  const may = useRoles();
  const { data, error, refetch } = useQuery(filtersQuery());
  return (
    <>
      <div className="admin-head">
        <PageHeading>{t('filters.name')}</PageHeading>
      </div>
      <p className="admin-lead">{t('filters.lead')}</p>
      {may('admin', 'any') && (
        <details className="ban-add">
          <summary>{t('filters.add')}</summary>
          <FilterForm />
        </details>
      )}
      <RefreshProblem error={data === undefined ? null : error} />
      {data === undefined && error !== null && <ErrorMessage inner error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <p className="admin-waiting" aria-busy="true" />}
      {data?.filters.length === 0 && <p className="quiet">{t('filters.none')}</p>}
      {data !== undefined && (
        <ul className="report-queue" tabIndex={-1} aria-label={t('filters.name')}>
          {data.filters.toReversed().map((filter) => (
            <li key={filter.id}>
              <FilterItem filter={filter} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
