import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Quarantine, QuarantinedDocument, RetryQuarantine } from '../../../../../mappings/contract/admin.ts';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { Time } from '../../../components/time.tsx';
import { postAddress } from '../../../lib/addresses.ts';
import { announce } from '../../../lib/announce.ts';
import { formatCount } from '../../../lib/format.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { retryQuarantine } from '../api.ts';
import { useKeepFocus } from '../keep-focus.ts';
import { ADMIN_KEY, adminBoardsQuery, quarantineQuery } from '../queries.ts';
import { RefreshProblem, RequestProblem } from '../request-problem.tsx';
import { t, tRich } from '../texts.ts';

/** Documents that Elasticsearch rejected, with the reason and buttons to retry them. */
export function QuarantinePage() {
  useTitle(t('admin.quarantine'), t('admin.name'));
  const { search } = useLocation();
  const chosen = (search as Readonly<Record<string, unknown>>)['board'];
  const board = typeof chosen === 'string' && chosen !== '' ? chosen : undefined;
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    quarantineQuery(board),
  );
  const { data: boards } = useQuery(adminBoardsQuery(false));
  const troubled = boards?.boards.filter(({ quarantined, name }) => quarantined > 0 || name === board) ?? [];
  return (
    <>
      <div className="admin-head">
        <PageHeading>{t('admin.quarantine')}</PageHeading>
      </div>
      <p className="admin-lead">{t('quarantine.lead')}</p>
      {(troubled.length > 1 || board !== undefined) && (
        <nav className="sort-links quarantine-boards" aria-label={t('admin-boards.board')}>
          <a href="/admin/quarantine" aria-current={board === undefined ? 'true' : undefined}>
            {t('admin-boards.all')}
          </a>
          {troubled.map(({ name, quarantined }) => (
            <a key={name} href={`/admin/quarantine?board=${name}`} aria-current={board === name ? 'true' : undefined}>
              /{name}/ {formatCount(quarantined)}
            </a>
          ))}
        </nav>
      )}
      <RefreshProblem error={data === undefined ? null : error} />
      {data === undefined && error !== null && <ErrorMessage inner error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <p className="admin-waiting" aria-busy="true" />}
      {data !== undefined && (
        <QuarantineList
          documents={data.pages.flatMap((page) => page.documents)}
          total={data.pages.at(-1)?.total ?? 0}
          board={board}
        />
      )}
      {hasNextPage && (
        <p>
          <button
            type="button"
            className="button"
            aria-disabled={isFetchingNextPage}
            onClick={() => void (isFetchingNextPage || fetchNextPage())}
          >
            {t('quarantine.more')}
          </button>
        </p>
      )}
    </>
  );
}

interface QuarantineListProps {
  readonly documents: Quarantine['documents'];
  /** Number of all documents, including those not shown yet. */
  readonly total: number;
  readonly board: string | undefined;
}

function QuarantineList({ documents, total, board }: QuarantineListProps) {
  const queryClient = useQueryClient();
  const place = useRef<HTMLElement>(null);
  const keepFocus = useKeepFocus(place);
  const work = useMutation({
    mutationFn: (request: RetryQuarantine) => retryQuarantine(request),
    onSuccess: async ({ documents: count }) => {
      announce(t('quarantine.will-retry', { count }));
      await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY, 'quarantine'] });
      void queryClient.invalidateQueries({ queryKey: adminBoardsQuery(false).queryKey });
    },
  });
  const retry = (request: RetryQuarantine) => {
    if (!work.isPending) work.mutate(request);
  };
  const asked = work.variables;
  return (
    <section ref={place} tabIndex={-1} aria-label={t('quarantine.name')} {...keepFocus}>
      <div className="quarantine-head">
        <p>
          <strong>{t('quarantine.documents', { count: total })}</strong>
          {documents.length < total && (
            <span className="quiet">{t('quarantine.first', { number: documents.length })}</span>
          )}
          {work.data !== undefined && (
            <span className="quiet">{t('quarantine.sent', { count: work.data.documents })}</span>
          )}
        </p>
        {total > 0 && (
          <button
            type="button"
            className="button"
            aria-disabled={work.isPending}
            onClick={() => retry(board === undefined ? {} : { board })}
          >
            {board === undefined ? t('quarantine.retry-all') : t('quarantine.retry-board', { board })}
          </button>
        )}
      </div>
      <RequestProblem
        error={work.error}
        what={t('request.retry')}
        onRetry={asked === undefined ? undefined : () => work.mutate(asked)}
      />
      {total === 0 && <p className="quiet">{t('quarantine.empty')}</p>}
      <ul className="quarantine">
        {documents.map((document) => (
          <li key={`${document.index}/${document.num}_${document.subnum}`}>
            <Refused document={document} onRetry={() => retry({ board: document.board, num: document.num })} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Refused({ document, onRetry }: { readonly document: QuarantinedDocument; readonly onRetry: () => void }) {
  const { board, num, subnum, index, reason, since } = document;
  const name = `/${board}/ ${num}${subnum > 0 ? `,${subnum}` : ''}`;
  return (
    <article className="refused" aria-label={name}>
      <p className="refused-head">
        <a href={postAddress(document)}>{name}</a>
        <span className="quiet">{tRich('quarantine.refused', { time: <Time key="time" iso={since} /> })}</span>
        <span className="quiet refused-index">{index}</span>
      </p>
      <Reason text={reason} />
      <button type="button" className="button" onClick={onRetry}>
        {t('request.again')}
        <span className="visually-hidden"> {name}</span>
      </button>
    </article>
  );
}

/** Longer reasons quote the rejected content and are collapsed. */
const LONG_REASON = 240;

function Reason({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false);
  if (text.length <= LONG_REASON) return <p className="refused-reason">{text}</p>;
  return (
    <p className="refused-reason">
      {isWhole ? text : `${text.slice(0, LONG_REASON)}…`}{' '}
      <button type="button" className="text-button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
        {t(isWhole ? 'quarantine.less' : 'quarantine.whole')}
      </button>
    </p>
  );
}
