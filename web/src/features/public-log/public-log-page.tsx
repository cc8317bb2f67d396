import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { PublicLogEntry } from '../../../../mappings/contract/public-log.ts';
import { ErrorMessage } from '../../components/error-message.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { Time } from '../../components/time.tsx';
import { boardAddress, stringifySearch } from '../../lib/addresses.ts';
import { fetchPublicLog, type PublicLogRequest } from '../../lib/api-client.ts';
import { useTitle } from '../../lib/use-title.ts';
import '../../styles/public-log.css';
import { t } from './texts.ts';

const route = getRouteApi('/moderation');

export function publicLogQuery(asked: PublicLogRequest) {
  return queryOptions({
    queryKey: ['public-log', asked] as const,
    queryFn: ({ signal }) => fetchPublicLog(asked, signal),
    staleTime: 20_000,
    retryOnMount: false,
  });
}

/** Actions of moderators, newest first, on the boards that publish them. */
export function PublicLogPage() {
  useTitle(t('public-log.name'));
  const asked = route.useSearch();
  const { data, error, refetch } = useQuery(publicLogQuery(asked));
  return (
    <section className="public-log">
      <PageHeading>{t('public-log.name')}</PageHeading>
      <p className="quiet">{t('public-log.lead')}</p>
      {data === undefined && error === null && <p className="public-log-waiting" aria-busy="true" />}
      {data === undefined && error !== null && <ErrorMessage inner error={error} onRetry={() => void refetch()} />}
      {data?.entries.length === 0 && <p className="quiet">{t('public-log.empty')}</p>}
      {data !== undefined && data.entries.length > 0 && (
        <ol>
          {data.entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      <nav className="pager" aria-label={t('public-log.pages')}>
        {asked.before !== undefined && (
          <a href={addressOf({ ...asked, before: undefined })}>{t('public-log.newest')}</a>
        )}
        {data !== undefined && data.next !== null && (
          <a rel="next" className="pager-next" href={addressOf({ ...asked, before: data.next })}>
            {t('public-log.older')}
          </a>
        )}
      </nav>
    </section>
  );
}

function Entry({ entry: { at, board, action, posts, thread, actor } }: { readonly entry: PublicLogEntry }) {
  return (
    <li>
      <Time iso={at} />
      <a className="board-name" href={boardAddress(board)}>
        /{board}/
      </a>
      <span>{t(`public-log.${action}`)}</span>
      <span>
        {t('unit.posts', { count: posts })}
        {thread && ` (${t('public-log.thread')})`}
      </span>
      {actor !== null && <span className="quiet">{actor}</span>}
    </li>
  );
}

function addressOf(asked: PublicLogRequest): string {
  return `/moderation${stringifySearch({ ...asked })}`;
}
