import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { SyntheticEvent } from 'react';
import { BAN_STATES } from '../../../../../mappings/ban.ts';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { stringifySearch } from '../../../lib/addresses.ts';
import { useTitle } from '../../../lib/use-title.ts';
import '../../../styles/admin-reports.css';
import '../../../styles/admin-bans.css';
import { bansQuery } from '../queries.ts';
import { RefreshProblem } from '../request-problem.tsx';
import { readBanFilter, readBannedPost, type BanFilter } from './ban-filter.ts';
import { BanForm } from './ban-form.tsx';
import { BanItem } from './ban-item.tsx';
import { t } from '../texts.ts';

const ADDRESS = '/admin/bans';

/** Bans and their appeals, newest first, and a form to add one. The filter is part of the address. */
export function BansPage() {
  useTitle(t('bans.name'), t('admin.name'));
  const { search } = useLocation();
  const navigate = useNavigate();
  const filter = readBanFilter(search);
  const post = readBannedPost(search);
  const { data, error, refetch } = useQuery(bansQuery(filter));
  const change = (event: SyntheticEvent<HTMLFormElement>) => {
    const chosen = readBanFilter(Object.fromEntries(new FormData(event.currentTarget)));
    void navigate({ href: addressOf(chosen), resetScroll: false });
  };
  return (
    <>
      <div className="admin-head">
        <PageHeading>{t('bans.name')}</PageHeading>
      </div>
      <p className="admin-lead">{t('bans.lead')}</p>
      <details className="ban-add" open={post !== null}>
        <summary>{t('bans.add')}</summary>
        <BanForm key={stringifySearch({ ...search })} post={post} />
      </details>
      <search aria-label={t('bans.filter')}>
        <form key={filter.state} className="filters" onChange={change} onSubmit={(event) => event.preventDefault()}>
          <label className="choice">
            <span>{t('bans.state')}</span>
            <select name="state" defaultValue={filter.state ?? 'active'}>
              {BAN_STATES.map((name) => (
                <option key={name} value={name}>
                  {t(`bans.state.${name}`)}
                </option>
              ))}
            </select>
          </label>
        </form>
      </search>
      <RefreshProblem error={data === undefined ? null : error} />
      {data === undefined && error !== null && <ErrorMessage inner error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <p className="admin-waiting" aria-busy="true" />}
      {data?.bans.length === 0 && <p className="quiet">{t('bans.none')}</p>}
      {data !== undefined && (
        <ul className="report-queue" tabIndex={-1} aria-label={t('bans.name')}>
          {data.bans.map((ban) => (
            <li key={ban.id}>
              <BanItem ban={ban} hasEnded={filter.state === 'ended'} />
            </li>
          ))}
        </ul>
      )}
      {data !== undefined && (data.next !== null || filter.before !== undefined) && (
        <nav className="pager" aria-label={t('bans.pages')}>
          {filter.before !== undefined && <a href={addressOf({ ...filter, before: undefined })}>{t('tasks.newest')}</a>}
          {data.next !== null && (
            <a rel="next" className="pager-next" href={addressOf({ ...filter, before: String(data.next) })}>
              {t('tasks.older')}
            </a>
          )}
        </nav>
      )}
    </>
  );
}

function addressOf(filter: BanFilter): string {
  return `${ADDRESS}${stringifySearch({ ...filter })}`;
}
