import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { ChosenBulkAction } from '../../../../../mappings/contract/bulk-actions.ts';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { stringifySearch } from '../../../lib/addresses.ts';
import { useTitle } from '../../../lib/use-title.ts';
import '../../../styles/admin-bans.css';
import '../../../styles/admin-moderation.css';
import '../../../styles/admin-reports.css';
import { readBannedPost } from '../bans/ban-filter.ts';
import { bulkActionsQuery } from '../queries.ts';
import { RefreshProblem } from '../request-problem.tsx';
import { BulkForm } from './bulk-form.tsx';
import { BulkItem } from './bulk-item.tsx';
import { ChosenPosts } from './chosen-posts.tsx';
import { t } from '../texts.ts';

const ADDRESS = '/admin/bulk';

/** Bulk actions on all posts that a search finds or that came from one address. Lists earlier actions, which can be undone. */
export function BulkPage() {
  useTitle(t('bulk.name'), t('admin.name'));
  const { search } = useLocation();
  const given = search as Readonly<Record<string, unknown>>;
  const before = /^[1-9]\d{0,14}$/.test(String(given['before'])) ? String(given['before']) : undefined;
  const [chosen, setChosen] = useState<ChosenBulkAction | null>(null);
  const { data, error, refetch } = useQuery(bulkActionsQuery(before));
  return (
    <>
      <div className="admin-head">
        <PageHeading>{t('bulk.name')}</PageHeading>
      </div>
      <p className="admin-lead">{t('bulk.lead')}</p>
      <BulkForm
        key={stringifySearch({ ...given })}
        query={typeof given['q'] === 'string' ? given['q'] : ''}
        post={readBannedPost(given)}
        onChosen={setChosen}
      />
      {chosen !== null && <ChosenPosts key={chosen.action.id} chosen={chosen} onDone={() => setChosen(null)} />}
      <h2 className="admin-heading">{t('bulk.list')}</h2>
      <RefreshProblem error={data === undefined ? null : error} />
      {data === undefined && error !== null && <ErrorMessage inner error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <p className="admin-waiting" aria-busy="true" />}
      {data?.actions.length === 0 && <p className="quiet">{t('bulk.none')}</p>}
      {data !== undefined && (
        <ul className="report-queue" tabIndex={-1} aria-label={t('bulk.list')}>
          {data.actions.map((action) => (
            <li key={action.id}>
              <BulkItem action={action} onOpen={setChosen} />
            </li>
          ))}
        </ul>
      )}
      {data !== undefined && (data.next !== null || before !== undefined) && (
        <nav className="pager" aria-label={t('bulk.pages')}>
          {before !== undefined && <a href={ADDRESS}>{t('tasks.newest')}</a>}
          {data.next !== null && (
            <a rel="next" className="pager-next" href={`${ADDRESS}${stringifySearch({ before: String(data.next) })}`}>
              {t('tasks.older')}
            </a>
          )}
        </nav>
      )}
    </>
  );
}
