import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useRef } from 'react';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { staffBoardAddress } from '../../../lib/addresses.ts';
import { isApiError } from '../../../lib/api-error.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { changeBoardSettings } from '../api.ts';
import { useKeepFocus } from '../keep-focus.ts';
import { boardSettingsQuery } from '../queries.ts';
import { RefreshProblem } from '../request-problem.tsx';
import { BoardSettingsForm } from './board-settings-form.tsx';
import { CharsetNotice } from './charset-notice.tsx';
import { HeldNotice } from './held-notice.tsx';
import { t } from '../texts.ts';

/** The page with the settings of a board. */
export function BoardSettingsPage() {
  // The route's path has a board, but its type is unknown in this lazily loaded page.
  const { board = '' }: { readonly board?: string } = useParams({ strict: false });
  useTitle(t('settings.title', { board }), t('admin.name'));
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(boardSettingsQuery(board));
  const place = useRef<HTMLElement>(null);
  const keepFocus = useKeepFocus(place);
  if (data === undefined) {
    if (error === null) return <p className="admin-waiting" aria-busy="true" />;
    if (isApiError(error) && (error.isNotFound || error.status === 400)) return <BoardMissing board={board} />;
    return <ErrorMessage error={error} onRetry={() => void refetch()} />;
  }
  return (
    <section className="settings-page" tabIndex={-1} ref={place} aria-labelledby="settings-title" {...keepFocus}>
      <div className="admin-head">
        <PageHeading>
          <span id="settings-title">{t('settings.title', { board })}</span>
        </PageHeading>
        <p className="message-actions">
          <a href={staffBoardAddress(board)}>/{board}/</a>
          <a href="/admin/boards">{t('settings.all-boards')}</a>
          <a href="/admin/board-defaults">{t('defaults.title')}</a>
        </p>
      </div>
      <p className="admin-lead">{t('settings.lead')}</p>
      <RefreshProblem error={error} />
      <HeldNotice board={board} held={data.held} />
      <CharsetNotice answer={data} />
      <BoardSettingsForm
        key={board}
        answer={data}
        save={async (body) => changeBoardSettings(board, body)}
        onSaved={(after) => queryClient.setQueryData(boardSettingsQuery(board).queryKey, after)}
        reload={async () => refetch()}
      />
    </section>
  );
}

function BoardMissing({ board }: { readonly board: string }) {
  return (
    <section className="message">
      <PageHeading>{t('settings.missing', { board })}</PageHeading>
      <p className="message-actions">
        <a href="/admin/boards">{t('settings.all-boards')}</a>
      </p>
    </section>
  );
}
