import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { SyntheticEvent } from 'react';
import { BoardOptions } from '../board-options.tsx';
import { REPORT_CATEGORIES, REPORT_ORDERS } from '../../../../../mappings/report.ts';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { stringifySearch } from '../../../lib/addresses.ts';
import { boardsQuery } from '../../../lib/queries.ts';
import { useTitle } from '../../../lib/use-title.ts';
import '../../../styles/admin-reports.css';
import { reportsQuery } from '../queries.ts';
import { RefreshProblem } from '../request-problem.tsx';
import { useRoles } from '../session/use-roles.ts';
import { readReportFilter, type ReportFilter } from './report-filter.ts';
import { ReportList } from './report-list.tsx';
import { t } from '../texts.ts';

const ADDRESS = '/admin/reports';
const PER_PAGE = 25;

/** The queue of reported posts. The filters are part of the address. */
export function ReportsPage() {
  useTitle(t('admin.reports'), t('admin.name'));
  const { search } = useLocation();
  const filter = readReportFilter(search);
  const { data, error, refetch } = useQuery(reportsQuery(filter));
  const page = Number(filter.page ?? 1);
  return (
    <>
      <div className="admin-head">
        <PageHeading>{t('admin.reports')}</PageHeading>
      </div>
      <p className="admin-lead">{t('reports.lead')}</p>
      <Filters key={stringifySearch({ ...filter })} filter={filter} />
      <RefreshProblem error={data === undefined ? null : error} />
      {data === undefined && error !== null && <ErrorMessage inner error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <p className="admin-waiting" aria-busy="true" />}
      {data !== undefined && <ReportList queue={data} isOpen={filter.state === undefined} />}
      {data !== undefined && data.total > PER_PAGE && (
        <nav className="pager" aria-label={t('reports.pages')}>
          {page > 1 && <a href={addressOf({ ...filter, page: String(page - 1) })}>{t('pages.previous')}</a>}
          {page * PER_PAGE < data.total && (
            <a className="pager-next" href={addressOf({ ...filter, page: String(page + 1) })}>
              {t('pages.next')}
            </a>
          )}
        </nav>
      )}
    </>
  );
}

function Filters({ filter }: { readonly filter: ReportFilter }) {
  const navigate = useNavigate();
  const may = useRoles();
  const { data: all = [] } = useQuery(boardsQuery());
  const boards = all.filter(({ name }) => may('janitor', { board: name }));
  const change = (event: SyntheticEvent<HTMLFormElement>) => {
    const chosen = readReportFilter(Object.fromEntries(new FormData(event.currentTarget)));
    void navigate({ href: addressOf(chosen), resetScroll: false });
  };
  return (
    <search aria-label={t('reports.filter')}>
      <form className="filters" onChange={change} onSubmit={(event) => event.preventDefault()}>
        <label className="choice">
          <span>{t('reports.state')}</span>
          <select name="state" defaultValue={filter.state ?? ''}>
            <option value="">{t('reports.open')}</option>
            <option value="closed">{t('reports.closed')}</option>
          </select>
        </label>
        <label className="choice">
          <span>{t('admin-boards.board')}</span>
          <select name="board" defaultValue={filter.board ?? ''}>
            <option value="">{t('admin-boards.all')}</option>
            <BoardOptions boards={boards} />
          </select>
        </label>
        <label className="choice">
          <span>{t('reports.category')}</span>
          <select name="category" defaultValue={filter.category ?? ''}>
            <option value="">{t('reports.all-categories')}</option>
            {REPORT_CATEGORIES.map((name) => (
              <option key={name} value={name}>
                {t(`report.category.${name}`)}
              </option>
            ))}
          </select>
        </label>
        <label className="choice">
          <span>{t('reports.order')}</span>
          <select name="order" defaultValue={filter.order ?? 'oldest'}>
            {REPORT_ORDERS.map((name) => (
              <option key={name} value={name}>
                {t(`reports.order.${name}`)}
              </option>
            ))}
          </select>
        </label>
      </form>
    </search>
  );
}

function addressOf(filter: ReportFilter): string {
  return `${ADDRESS}${stringifySearch({ ...filter })}`;
}
