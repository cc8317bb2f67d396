import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { stringifySearch } from '../../../lib/addresses.ts';
import { useTitle } from '../../../lib/use-title.ts';
import '../../../styles/admin-bans.css';
import '../../../styles/admin-moderation.css';
import '../../../styles/admin-reports.css';
import { bannedFilesQuery } from '../queries.ts';
import { RefreshProblem } from '../request-problem.tsx';
import { BannedFileItem } from './banned-file-item.tsx';
import { t } from '../texts.ts';

const ADDRESS = '/admin/files';

/** Banned files, newest first, with similar stored files. */
export function FilesPage() {
  useTitle(t('files.name'), t('admin.name'));
  const { search } = useLocation();
  const given = (search as Readonly<Record<string, unknown>>)['before'];
  const before = /^\d+\.[0-9a-f]+$/.test(String(given)) ? String(given) : undefined;
  const { data, error, refetch } = useQuery(bannedFilesQuery(before));
  return (
    <>
      <div className="admin-head">
        <PageHeading>{t('files.name')}</PageHeading>
      </div>
      <p className="admin-lead">{t('files.lead')}</p>
      <RefreshProblem error={data === undefined ? null : error} />
      {data === undefined && error !== null && <ErrorMessage inner error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <p className="admin-waiting" aria-busy="true" />}
      {data?.files.length === 0 && <p className="quiet">{t('files.none')}</p>}
      {data !== undefined && (
        <ul className="report-queue" tabIndex={-1} aria-label={t('files.name')}>
          {data.files.map((file) => (
            <li key={file.hash}>
              <BannedFileItem file={file} />
            </li>
          ))}
        </ul>
      )}
      {data !== undefined && (data.next !== null || before !== undefined) && (
        <nav className="pager" aria-label={t('files.pages')}>
          {before !== undefined && <a href={ADDRESS}>{t('tasks.newest')}</a>}
          {data.next !== null && (
            <a rel="next" className="pager-next" href={`${ADDRESS}${stringifySearch({ before: data.next })}`}>
              {t('tasks.older')}
            </a>
          )}
        </nav>
      )}
    </>
  );
}
