import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { HarvestRefusalList } from '../../../../../mappings/contract/refusals.ts';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { Time } from '../../../components/time.tsx';
import { useTitle } from '../../../lib/use-title.ts';
import '../../../styles/admin-bans.css';
import '../../../styles/admin-refused.css';
import '../../../styles/admin-reports.css';
import { isSessionGone } from '../api.ts';
import { refusalsQuery } from '../queries.ts';
import { RefreshProblem } from '../request-problem.tsx';
import { t } from '../texts.ts';

const [FEW, MANY] = [50, 1_000];

/** Refused content of sources, with reasons and samples. */
export function RefusalsPage() {
  useTitle(t('refusals.name'), t('admin.name'));
  const { search } = useLocation();
  const chosen = (search as Readonly<Record<string, unknown>>)['board'];
  const board = typeof chosen === 'string' && chosen !== '' ? chosen : undefined;
  const [limit, setLimit] = useState(FEW);
  const { data, error, refetch, isFetching } = useQuery(refusalsQuery(board, limit));
  return (
    <>
      <div className="admin-head">
        <PageHeading>{t('refusals.name')}</PageHeading>
      </div>
      <p className="admin-lead">{t('refusals.lead')}</p>
      <RefreshProblem error={data === undefined ? null : error} />
      {data === undefined && error !== null && !isSessionGone(error) && (
        <ErrorMessage inner error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <p className="admin-waiting" aria-busy="true" />}
      {data?.refusals.length === 0 && <p className="quiet">{t('refusals.none')}</p>}
      {data !== undefined && data.refusals.length > 0 && (
        <ul className="report-queue" tabIndex={-1} aria-label={t('refusals.name')}>
          {data.refusals.map((refusal) => (
            <RefusalItem key={`${refusal.board} ${refusal.url} ${refusal.reason}`} refusal={refusal} />
          ))}
        </ul>
      )}
      {data?.has_more === true && limit < MANY && (
        <p>
          <button
            type="button"
            className="button"
            aria-disabled={isFetching}
            onClick={() => !isFetching && setLimit(MANY)}
          >
            {t('refusals.more')}
          </button>
        </p>
      )}
    </>
  );
}

function RefusalItem({ refusal }: { readonly refusal: HarvestRefusalList['refusals'][number] }) {
  const { board, url, thread, reason, entries, sample, times, last_seen: seen } = refusal;
  return (
    <li className="reported">
      <p className="reported-head">
        <a href={`/admin/refusals?board=${board}`}>/{board}/</a>
        <code>{reason}</code>
        <span>{entries === null ? t('refusals.whole') : t('refusals.entries', { count: entries })}</span>
        <span className="quiet">{t('refusals.times', { count: times })}</span>
        {thread !== null && (
          <a href={`/${board}/thread/${thread}`}>{t('refusals.thread', { thread: String(thread) })}</a>
        )}
        <span className="quiet">
          <Time iso={seen} />
        </span>
      </p>
      <p className="ban-text quiet">{url}</p>
      {sample === '' ? (
        <p className="quiet">{t('refusals.no-sample')}</p>
      ) : (
        <details>
          <summary>{sample.split('\n', 1)[0]}</summary>
          <pre className="refused-sample">{sample}</pre>
        </details>
      )}
    </li>
  );
}
