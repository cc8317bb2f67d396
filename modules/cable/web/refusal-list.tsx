import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Time } from '../../../web/src/components/time.tsx';
import { t } from './texts.ts';
import { cabalRefusalsQuery } from './queries.ts';
import { RequestProblem } from '../../../web/src/features/admin/request-problem.tsx';

const [FEW, MANY] = [20, 1_000];

/** What peers sent and was not taken, with a reason. */
export function RefusalList({ cabal, name }: { readonly cabal: number; readonly name: string }) {
  const [limit, setLimit] = useState(FEW);
  const { data, error, isFetching } = useQuery(cabalRefusalsQuery(cabal, limit));
  return (
    <>
      <h3>{t('cabals.refusals')}</h3>
      <RequestProblem error={error} what={t('cabals.refusals')} />
      {data?.refusals.length === 0 && <p className="quiet">{t('cabals.no-refusals')}</p>}
      <ul className="report-queue" tabIndex={-1} aria-label={`${t('cabals.refusals')}: ${name}`}>
        {data?.refusals.map(({ peer, reason, detail, times, last_seen: seen }) => (
          <li key={`${peer} ${reason}`} className="reported">
            <p className="reported-head">
              <strong className="ban-text">{peer ?? t('cabals.no-peer')}</strong>
              <code>{reason}</code>
              <span>{t('cabals.times', { count: times })}</span>
              <span className="quiet">
                <Time iso={seen} />
              </span>
            </p>
            <p className="ban-text">{detail}</p>
          </li>
        ))}
      </ul>
      {data?.has_more === true && limit < MANY && (
        <p>
          <button
            type="button"
            className="button"
            aria-disabled={isFetching}
            onClick={() => !isFetching && setLimit(MANY)}
          >
            {t('cabals.more-refusals')}
          </button>
        </p>
      )}
    </>
  );
}
