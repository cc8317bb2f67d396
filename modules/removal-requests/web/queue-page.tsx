import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type SyntheticEvent, useRef, useState } from 'react';
import { ErrorMessage } from '../../../web/src/components/error-message.tsx';
import { PageHeading } from '../../../web/src/components/page-heading.tsx';
import { isSessionGone } from '../../../web/src/features/admin/api.ts';
import { useKeepFocus } from '../../../web/src/features/admin/keep-focus.ts';
import { ADMIN_KEY, LIVE } from '../../../web/src/features/admin/queries.ts';
import { RefreshProblem, RequestProblem } from '../../../web/src/features/admin/request-problem.tsx';
import { useRoles } from '../../../web/src/features/admin/session/use-roles.ts';
import { stringifySearch } from '../../../web/src/lib/addresses.ts';
import { useTitle } from '../../../web/src/lib/use-title.ts';
import '../../../web/src/styles/admin-reports.css';
import { ABOUT, LIST_STATES, REASONS, REQUEST_LIMITS, STAFF_PAGE } from '../requests.ts';
import { fetchQueue, type QueueFilter } from './api.ts';
import type { FailedDecision } from './decision.tsx';
import './queue.css';
import { RequestItem } from './request-item.tsx';
import { t } from './staff-texts.ts';

function queueQuery(filter: QueueFilter) {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'removal-requests', filter] as const,
    queryFn: ({ signal }) => fetchQueue(filter, signal),
    placeholderData: keepPreviousData,
  });
}

function filterOf(search: Readonly<Record<string, unknown>>): QueueFilter {
  const page = Number(search['page']);
  return {
    state: LIST_STATES.find((one) => one === search['state']) ?? 'open',
    reason: REASONS.find((one) => one === search['reason']),
    about: ABOUT.find((one) => one === search['about']),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

function addressOf({ state, reason, about, page }: QueueFilter): string {
  const shown = {
    ...(state === 'closed' && { state }),
    ...(reason !== undefined && { reason }),
    ...(about !== undefined && { about }),
    ...(page > 1 && { page: String(page) }),
  };
  return STAFF_PAGE + stringifySearch(shown);
}

/** The queue of removal requests. */
export function QueuePage() {
  useTitle(t('removal.requests'), t('admin.name'));
  const { search } = useLocation();
  const may = useRoles();
  const [failed, setFailed] = useState<FailedDecision | null>(null);
  const place = useRef<HTMLElement>(null);
  const keepFocus = useKeepFocus(place);
  const filter = filterOf(search);
  const { state, page } = filter;
  const { data, error, refetch } = useQuery(queueQuery(filter));
  return (
    <>
      <div className="admin-head">
        <PageHeading>{t('removal.requests')}</PageHeading>
        {may('admin', 'all') && <a href="/admin/removal-settings">{t('removal-queue.settings')}</a>}
      </div>
      <p className="admin-lead">{t('removal-queue.lead')}</p>
      <Filters key={addressOf({ ...filter, page: 1 })} filter={filter} />
      <RefreshProblem error={data === undefined ? null : error} />
      {data === undefined && error !== null && !isSessionGone(error) && (
        <ErrorMessage inner error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <p className="admin-waiting" aria-busy="true" />}
      {data !== undefined && (
        <section ref={place} tabIndex={-1} aria-label={t('removal.requests')} {...keepFocus}>
          <p>
            <strong>{t('removal-queue.total', { count: data.total })}</strong>
          </p>
          {failed !== null && (
            <RequestProblem error={failed.error} what={t('removal-queue.request', { id: String(failed.id) })} />
          )}
          {data.total === 0 && (
            <p className="quiet">{t(state === 'open' ? 'removal-queue.none' : 'removal-queue.none-closed')}</p>
          )}
          <ul className="report-queue">
            {data.requests.map((request) => (
              <li key={request.id}>
                <RequestItem request={request} templates={data.templates} onFailed={setFailed} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {data !== undefined && data.total > REQUEST_LIMITS.listed && (
        <nav className="pager" aria-label={t('reports.pages')}>
          {page > 1 && <a href={addressOf({ ...filter, page: page - 1 })}>{t('pages.previous')}</a>}
          {page * REQUEST_LIMITS.listed < data.total && (
            <a className="pager-next" href={addressOf({ ...filter, page: page + 1 })}>
              {t('pages.next')}
            </a>
          )}
        </nav>
      )}
    </>
  );
}

function Filters({ filter }: { readonly filter: QueueFilter }) {
  const navigate = useNavigate();
  const change = (event: SyntheticEvent<HTMLFormElement>) => {
    const chosen = filterOf(Object.fromEntries(new FormData(event.currentTarget)));
    void navigate({ href: addressOf(chosen), resetScroll: false });
  };
  return (
    <search aria-label={t('removal-queue.filter')}>
      <form className="filters" onChange={change} onSubmit={(event) => event.preventDefault()}>
        <label className="choice">
          <span>{t('removal-queue.state')}</span>
          <select name="state" defaultValue={filter.state}>
            {LIST_STATES.map((one) => (
              <option key={one} value={one}>
                {t(`removal-queue.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <label className="choice">
          <span>{t('removal.reason')}</span>
          <select name="reason" defaultValue={filter.reason ?? ''}>
            <option value="">{t('removal-queue.all-reasons')}</option>
            {REASONS.map((one) => (
              <option key={one} value={one}>
                {t(`removal.reason.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <label className="choice">
          <span>{t('removal-queue.subject')}</span>
          <select name="about" defaultValue={filter.about ?? ''}>
            <option value="">{t('removal-queue.all-subjects')}</option>
            {ABOUT.map((one) => (
              <option key={one} value={one}>
                {t(`removal.about.${one}`)}
              </option>
            ))}
          </select>
        </label>
      </form>
    </search>
  );
}
