import { queryOptions, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { ErrorMessage } from '../../../../web/src/components/error-message.tsx';
import { PageHeading } from '../../../../web/src/components/page-heading.tsx';
import { isSessionGone } from '../../../../web/src/features/admin/api.ts';
import { BoardOptions } from '../../../../web/src/features/admin/board-options.tsx';
import { ADMIN_KEY, LIVE } from '../../../../web/src/features/admin/queries.ts';
import { RefreshProblem } from '../../../../web/src/features/admin/request-problem.tsx';
import { useRoles } from '../../../../web/src/features/admin/session/use-roles.ts';
import { stringifySearch } from '../../../../web/src/lib/addresses.ts';
import { boardsQuery } from '../../../../web/src/lib/queries.ts';
import { useTitle } from '../../../../web/src/lib/use-title.ts';
import '../../../../web/src/styles/admin-reports.css';
import '../series.css';
import { seriesListAddress } from '../addresses.ts';
import { fetchRules } from './api.ts';
import { RuleForm } from './rule-form.tsx';
import { RuleItem } from './rule-item.tsx';
import { t } from './texts.ts';

const ADDRESS = '/admin/series';

function rulesQuery(board: string) {
  return queryOptions({
    ...LIVE,
    queryKey: [ADMIN_KEY, 'series-rules', board] as const,
    queryFn: ({ signal }) => fetchRules(board, signal),
    enabled: board !== '',
  });
}

/** The rules of staff about the series of a board, and a form to add one. `?board=`, `?series=`. */
export function RulesPage() {
  useTitle(t('series.name'), t('admin.name'));
  const search = useLocation().search as Readonly<Record<string, unknown>>;
  const navigate = useNavigate();
  const may = useRoles();
  const { data: all = [] } = useQuery(boardsQuery());
  const boards = all.filter(({ name }) => may('moderator', { board: name }));
  // An unlisted board is in addresses only.
  const board = typeof search['board'] === 'string' ? search['board'] : (boards[0]?.name ?? '');
  const series = typeof search['series'] === 'string' ? search['series'] : '';
  const { data, error, refetch } = useQuery(rulesQuery(board));
  const choices = boards.some(({ name }) => name === board) || board === '' ? boards : [{ name: board }, ...boards];
  return (
    <div className="series-rules">
      <div className="admin-head">
        <PageHeading>{t('series.name')}</PageHeading>
      </div>
      <p className="admin-lead">{t('series-rules.lead')}</p>
      <search aria-label={t('series-rules.board')}>
        <form className="filters" onSubmit={(event) => event.preventDefault()}>
          <label className="choice">
            <span>{t('series-rules.board')}</span>
            <select
              value={board}
              onChange={({ target }) =>
                void navigate({ href: `${ADDRESS}${stringifySearch({ board: target.value })}`, resetScroll: false })
              }
            >
              <BoardOptions boards={choices} />
            </select>
          </label>
          {board !== '' && <a href={seriesListAddress(board)}>{t('series-rules.show')}</a>}
        </form>
      </search>
      {board !== '' && (
        <>
          <RuleForm key={`${board} ${series}`} board={board} series={series} />
          <h2>{t('series-rules.history')}</h2>
        </>
      )}
      <RefreshProblem error={data === undefined ? null : error} />
      {data === undefined && error !== null && !isSessionGone(error) && (
        <ErrorMessage inner error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && board !== '' && <p className="admin-waiting" aria-busy="true" />}
      {data?.rules.length === 0 && <p className="quiet">{t('series-rules.none')}</p>}
      <ul className="report-queue" tabIndex={-1} aria-label={t('series-rules.history')}>
        {data?.rules.map((rule) => (
          <li key={rule.id}>
            <RuleItem board={board} rule={rule} />
          </li>
        ))}
      </ul>
    </div>
  );
}
