import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ReportedPost, ReportQueue } from '../../../../../mappings/contract/reports.ts';
import { announce } from '../../../lib/announce.ts';
import { postKey } from '../../../lib/hidden-posts.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Field } from '../field.tsx';
import { useKeepFocus } from '../keep-focus.ts';
import { dismissNetworkReports } from '../moderation-api.ts';
import { ADMIN_KEY } from '../queries.ts';
import { RequestProblem } from '../request-problem.tsx';
import { useRoles } from '../session/use-roles.ts';
import { act, undo, type ReportAction, type Done } from './report-actions.ts';
import { Reported } from './reported.tsx';
import { t } from '../texts.ts';

interface ReportListProps {
  readonly queue: ReportQueue;
  readonly isOpen: boolean;
}

/** One page of the queue, with actions on the chosen posts. */
export function ReportList({ queue: { posts, total }, isOpen }: ReportListProps) {
  const queryClient = useQueryClient();
  const may = useRoles();
  const place = useRef<HTMLElement>(null);
  const keepFocus = useKeepFocus(place);
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const [note, setNote] = useState('');
  const [purging, setPurging] = useState<readonly ReportedPost[] | null>(null);
  const chosen = posts.filter((post) => keys.has(postKey(post)));
  const refresh = async () => queryClient.invalidateQueries({ queryKey: [ADMIN_KEY, 'reports'] });

  const work = useMutation({
    mutationFn: async (request: ReportAction) => act(request),
    async onSuccess(done) {
      announce(outcomeOf(done));
      setKeys(new Set());
      if (done.request.action === 'note') setNote('');
      // Pages that are opened next must not show cached content of hidden posts.
      for (const key of ['thread', 'post', 'search'])
        void queryClient.invalidateQueries({ queryKey: [key], refetchType: 'none' });
      await refresh();
    },
  });
  const undoing = useMutation({
    mutationFn: undo,
    async onSuccess() {
      work.reset();
      announce(t('reports.undone'));
      await refresh();
    },
  });
  const dismissing = useMutation({
    mutationFn: async ({ board, num, subnum }: ReportedPost) =>
      dismissNetworkReports({ post: { board, num, subnum }, ...(note.trim() !== '' && { note: note.trim() }) }),
    async onSuccess({ posts: count }) {
      announce(t('reports.done-network', { count }));
      await refresh();
    },
  });
  const run = (action: ReportAction['action'], some: readonly ReportedPost[]) => {
    if (!work.isPending && some.length > 0) work.mutate({ action, posts: some, note: note.trim() });
  };
  const toggle = (post: ReportedPost) => {
    const next = new Set(keys);
    if (!next.delete(postKey(post))) next.add(postKey(post));
    setKeys(next);
  };
  const mayHide = (some: readonly ReportedPost[]) => some.every(({ board }) => may('moderator', { board }));
  const canAct = chosen.length > 0 && !work.isPending;
  const failed = work.variables;
  return (
    <section ref={place} tabIndex={-1} aria-label={t('reports.list')} {...keepFocus}>
      <p>
        <strong>{t('reports.total', { count: total })}</strong>
      </p>
      {posts.length > 0 && (
        <div className="report-bulk">
          <button
            type="button"
            className="button"
            onClick={() => setKeys(new Set(chosen.length === posts.length ? [] : posts.map((post) => postKey(post))))}
          >
            {t(chosen.length === posts.length ? 'reports.choose-none' : 'reports.choose-all')}
          </button>
          <Field
            label={t('reports.note')}
            value={note}
            maxLength={500}
            autoComplete="off"
            onChange={({ target }) => setNote(target.value)}
          />
          <button
            type="button"
            className="button"
            aria-disabled={!canAct || note.trim() === ''}
            onClick={() => note.trim() !== '' && run('note', chosen)}
          >
            {t('reports.add-note', { count: chosen.length })}
          </button>
          <button
            type="button"
            className="button"
            aria-disabled={!canAct}
            onClick={() => run(isOpen ? 'dismiss' : 'reopen', chosen)}
          >
            {t(isOpen ? 'reports.dismiss-chosen' : 'reports.reopen-chosen', { count: chosen.length })}
          </button>
          {may('moderator', 'any') && (
            <>
              <button
                type="button"
                className="button"
                aria-disabled={!canAct || !mayHide(chosen)}
                onClick={() => mayHide(chosen) && run('hide', chosen)}
              >
                {t('reports.hide-chosen', { count: chosen.length })}
              </button>
              <button
                type="button"
                className="button button-danger"
                aria-disabled={!canAct || !mayHide(chosen)}
                onClick={() => canAct && mayHide(chosen) && setPurging(chosen)}
              >
                {t('reports.purge-chosen', { count: chosen.length })}
              </button>
            </>
          )}
        </div>
      )}
      <RequestProblem
        error={work.error ?? undoing.error ?? dismissing.error}
        what={t('request.unnamed')}
        onRetry={failed === undefined ? undefined : () => work.mutate(failed)}
      />
      {work.data !== undefined && (
        <p className="notice-line">
          {outcomeOf(work.data)}
          {work.data.request.action !== 'purge' && work.data.request.action !== 'note' && (
            <button
              type="button"
              className="text-button"
              onClick={() => work.data !== undefined && undoing.mutate(work.data)}
            >
              {t('reports.undo')}
            </button>
          )}
        </p>
      )}
      {posts.length === 0 && <p className="quiet">{t(isOpen ? 'reports.none' : 'reports.none-closed')}</p>}
      <ul className="report-queue">
        {posts.map((reported) => (
          <li key={postKey(reported)}>
            <Reported
              reported={reported}
              isChosen={keys.has(postKey(reported))}
              mayHide={mayHide([reported])}
              onToggle={() => toggle(reported)}
              onAct={(action) => run(action, [reported])}
              onDismissNetworks={() => !dismissing.isPending && dismissing.mutate(reported)}
            />
          </li>
        ))}
      </ul>
      {purging !== null && (
        <ConfirmDialog
          title={t('reports.purge-title', { count: purging.length })}
          confirm={t('moderate.purge-confirm')}
          danger
          typed={{ text: String(purging.length), what: t('reports.purge-number') }}
          action={async () => work.mutateAsync({ action: 'purge', posts: purging, note: note.trim() })}
          onClose={() => setPurging(null)}
        >
          <p>
            <strong>{t('moderate.permanent')}</strong> {t('moderate.hide-instead')}
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function outcomeOf({ request, posts }: Done): string {
  return t(`reports.done.${request.action}`, { count: posts.length });
}
