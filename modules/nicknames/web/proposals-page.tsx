import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { ErrorMessage } from '../../../web/src/components/error-message.tsx';
import { PageHeading } from '../../../web/src/components/page-heading.tsx';
import { PartialNotice } from '../../../web/src/components/partial-notice.tsx';
import { isSessionGone } from '../../../web/src/features/admin/api.ts';
import { ADMIN_KEY, LIVE } from '../../../web/src/features/admin/queries.ts';
import { RefreshProblem } from '../../../web/src/features/admin/request-problem.tsx';
import { stringifySearch } from '../../../web/src/lib/addresses.ts';
import { useTitle } from '../../../web/src/lib/use-title.ts';
import '../../../web/src/styles/admin-reports.css';
import { LISTED_PROPOSALS, PROPOSAL_STATES, PROPOSALS_PAGE, type ProposalState } from '../proposals.ts';
import { fetchProposals } from './api.ts';
import { ProposalItem } from './proposal-item.tsx';
import './proposals.css';
import { t } from './texts.ts';

interface Shown {
  readonly state: ProposalState;
  readonly page: number;
}

function proposalsQuery({ state, page }: Shown) {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'identity-proposals', state, page] as const,
    queryFn: ({ signal }) => fetchProposals(state, page, signal),
    placeholderData: keepPreviousData,
  });
}

function shownBy(search: Readonly<Record<string, unknown>>): Shown {
  const state = PROPOSAL_STATES.find((one) => one === search['state']) ?? 'open';
  const page = Number(search['page']);
  return { state, page: Number.isInteger(page) && page > 0 ? page : 1 };
}

function addressOf({ state, page }: Shown): string {
  return (
    PROPOSALS_PAGE + stringifySearch({ ...(state === 'closed' && { state }), ...(page > 1 && { page: String(page) }) })
  );
}

/** The proposals of readers that two names belong to one person. */
export function ProposalsPage() {
  useTitle(t('nicknames.name'), t('admin.name'));
  const { search } = useLocation();
  const shown = shownBy(search);
  const { state, page } = shown;
  const { data, error, refetch } = useQuery(proposalsQuery(shown));
  return (
    <>
      <div className="admin-head">
        <PageHeading>{t('nicknames.name')}</PageHeading>
      </div>
      <p className="admin-lead">{t('proposals.lead')}</p>
      <StateFilter state={state} />
      <RefreshProblem error={data === undefined ? null : error} />
      {data === undefined && error !== null && !isSessionGone(error) && (
        <ErrorMessage inner error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <p className="admin-waiting" aria-busy="true" />}
      {data !== undefined && <PartialNotice reasons={data.partial_reasons} />}
      {data?.total === 0 && <p className="quiet">{t(state === 'open' ? 'proposals.none' : 'proposals.none-closed')}</p>}
      <ul className="report-queue" tabIndex={-1} aria-label={t('nicknames.name')}>
        {data?.proposals.map((proposal) => (
          <li key={proposal.id}>
            <ProposalItem proposal={proposal} />
          </li>
        ))}
      </ul>
      {data !== undefined && data.total > LISTED_PROPOSALS && (
        <nav className="pager" aria-label={t('reports.pages')}>
          {page > 1 && <a href={addressOf({ state, page: page - 1 })}>{t('pages.previous')}</a>}
          {page * LISTED_PROPOSALS < data.total && (
            <a className="pager-next" href={addressOf({ state, page: page + 1 })}>
              {t('pages.next')}
            </a>
          )}
        </nav>
      )}
    </>
  );
}

function StateFilter({ state }: Pick<Shown, 'state'>) {
  const navigate = useNavigate();
  return (
    <search aria-label={t('nicknames.name')}>
      <form key={state} className="filters" onSubmit={(event) => event.preventDefault()}>
        <label className="choice">
          <span>{t('reports.state')}</span>
          <select
            name="state"
            defaultValue={state}
            onChange={({ target }) =>
              void navigate({ href: addressOf(shownBy({ state: target.value })), resetScroll: false })
            }
          >
            {PROPOSAL_STATES.map((one) => (
              <option key={one} value={one}>
                {t(`proposals.${one}`)}
              </option>
            ))}
          </select>
        </label>
      </form>
    </search>
  );
}
