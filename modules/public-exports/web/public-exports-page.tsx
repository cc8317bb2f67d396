import { queryOptions, useQuery } from '@tanstack/react-query';
import type { PublicExport } from '../contract/public-exports.ts';
import { ErrorMessage } from '../../../web/src/components/error-message.tsx';
import { PageHeading } from '../../../web/src/components/page-heading.tsx';
import { Time } from '../../../web/src/components/time.tsx';
import { boardAddress } from '../../../web/src/lib/addresses.ts';
import { answerOf, api } from '../../../web/src/lib/api.ts';
import { formatBytes } from '../../../web/src/lib/format-details.ts';
import { useTitle } from '../../../web/src/lib/use-title.ts';
import '../../../web/src/styles/public-log.css';
import { t } from './texts.ts';

export const publicExportsQuery = queryOptions({
  queryKey: ['exports'] as const,
  queryFn: ({ signal }) => answerOf(api.GET('/api/v1/exports', { signal })),
  staleTime: 60_000,
  retryOnMount: false,
});

/** Export files with all visible posts of a board, for boards that publish them. */
export function PublicExportsPage() {
  useTitle(t('exports.name'));
  const { data, error, refetch } = useQuery(publicExportsQuery);
  return (
    <section className="public-log">
      <PageHeading>{t('exports.name')}</PageHeading>
      <p className="quiet">{t('exports.lead')}</p>
      {data === undefined && error === null && <p className="public-log-waiting" aria-busy="true" />}
      {data === undefined && error !== null && <ErrorMessage inner error={error} onRetry={() => void refetch()} />}
      {data?.exports.length === 0 && <p className="quiet">{t('exports.empty')}</p>}
      {data !== undefined && data.exports.length > 0 && (
        <ol>
          {data.exports.map((entry) => (
            <Entry key={entry.file} entry={entry} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Entry({ entry: { board, file, made_at: madeAt, posts, size, sha256 } }: { readonly entry: PublicExport }) {
  return (
    <li>
      <a className="board-name" href={boardAddress(board)}>
        /{board}/
      </a>
      <a href={`/exports/${file}`} download>
        {file}
      </a>
      <Time iso={madeAt} />
      <span>{t('unit.posts', { count: posts })}</span>
      <span>{formatBytes(size)}</span>
      <span className="quiet">
        {t('field.sha256')} {sha256}
      </span>
    </li>
  );
}
