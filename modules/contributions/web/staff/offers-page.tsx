import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OFFER_STATES, type OfferState } from '../../format/changes.ts';
import { ErrorMessage } from '../../../../web/src/components/error-message.tsx';
import { PageHeading } from '../../../../web/src/components/page-heading.tsx';
import { useTitle } from '../../../../web/src/lib/use-title.ts';
import './staff-dumps.css';
import '../../../../web/src/styles/admin-reports.css';
import '../dumps.css';
import { RefreshProblem } from '../../../../web/src/features/admin/request-problem.tsx';
import { offersQuery } from './dump-queries.ts';
import { OfferItem } from './offer-item.tsx';
import { t } from './texts.ts';

/** Missing files that contributors have uploaded. Quarantined files wait for a moderator. */
export function OffersPage() {
  useTitle(t('offers.name'), t('admin.name'));
  const [state, setState] = useState<OfferState>('quarantined');
  const [before, setBefore] = useState<string | undefined>(undefined);
  const { data, error, refetch } = useQuery(offersQuery(state, before));
  const choose = (chosen: string) => {
    setState(OFFER_STATES.find((name) => name === chosen) ?? 'quarantined');
    setBefore(undefined);
  };
  return (
    <div className="dumps">
      <div className="admin-head">
        <PageHeading>{t('offers.name')}</PageHeading>
        <a href="/admin/dumps">{t('dumps.name')}</a>
      </div>
      <p className="admin-lead">{t('offers.lead')}</p>
      <label className="choice">
        <span>{t('dumps.state')}</span>
        <select value={state} onChange={({ target }) => choose(target.value)}>
          {OFFER_STATES.map((name) => (
            <option key={name} value={name}>
              {t(`offers.state.${name}`)}
            </option>
          ))}
        </select>
      </label>
      <RefreshProblem error={data === undefined ? null : error} />
      {data === undefined && error !== null && <ErrorMessage inner error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <p className="admin-waiting" aria-busy="true" />}
      {data?.offers.length === 0 && <p className="quiet">{t('offers.none')}</p>}
      {data !== undefined && data.offers.length > 0 && (
        <ul className="report-queue" tabIndex={-1} aria-label={t('offers.name')}>
          {data.offers.map((offer) => (
            <li key={offer.id}>
              <OfferItem offer={offer} />
            </li>
          ))}
        </ul>
      )}
      {data !== undefined && (data.next !== null || before !== undefined) && (
        <p className="dump-actions">
          {before !== undefined && (
            <button type="button" className="button" onClick={() => setBefore(undefined)}>
              {t('dumps.newest')}
            </button>
          )}
          {data.next !== null && (
            <button type="button" className="button" onClick={() => setBefore(String(data.next))}>
              {t('dumps.older')}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
