import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { DecideReports, ReportedPost, ReportQueue } from '../../../../../mappings/contract/reports.ts';
import { postKey } from '../../../lib/hidden-posts.ts';
import { showStaffNotice } from '../../../lib/staff-actions.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { tell } from '../in-place/hide-in-place.ts';
import { useKeepFocus } from '../keep-focus.ts';
import { dismissNetworkReports } from '../moderation-api.ts';
import { ADMIN_KEY } from '../queries.ts';
import { failureText, RequestProblem } from '../request-problem.tsx';
import { useRoles } from '../session/use-roles.ts';
import { BanDialog } from './ban-dialog.tsx';
import { act, canUndo, undo, type Done, type ReportAction } from './report-actions.ts';
import { ReportBulk } from './report-bulk.tsx';
import { nameOf, Reported, type RowTexts } from './reported.tsx';
import type { RowAction } from './row-actions.ts';
import { postAfter, stepTo } from './step-to.ts';
import { t } from '../texts.ts';

interface ReportListProps {
  readonly queue: ReportQueue;
  readonly isOpen: boolean;
}

/** A decision that waits for its dialog. */
interface Asked {
  readonly what: 'purge' | 'writer' | 'reporters';
  readonly posts: readonly ReportedPost[];
  readonly texts: RowTexts;
}

/** One page of the queue, with actions on each post and on the chosen ones. */
export function ReportList({ queue: { posts, total }, isOpen }: ReportListProps) {
  const queryClient = useQueryClient();
  const may = useRoles();
  const place = useRef<HTMLElement>(null);
  const keepFocus = useKeepFocus(place);
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  /** The post that gets the focus after the decision; undefined until one is made. A dialog closes before the next rendering. */
  const next = useRef<string | null | undefined>(undefined);
  const [asked, setAsked] = useState<Asked | null>(null);
  const chosen = posts.filter((post) => keys.has(postKey(post)));
  const refresh = async () => queryClient.invalidateQueries({ queryKey: [ADMIN_KEY, 'reports'] });

  const undoing = async (done: Done) => {
    try {
      await undo(done);
      tell({ text: t('reports.undone') });
    } catch (error) {
      tell({ text: `${t('request.failed', { what: t('request.undo') })} ${failureText(error)}` });
    }
    await refresh();
  };
  const work = useMutation({
    mutationFn: async (request: ReportAction) => act(request),
    onMutate: () => showStaffNotice(null),
    async onSuccess(done) {
      tell({ text: outcomeOf(done), ...(canUndo(done) && { undo: async () => undoing(done) }) });
      setKeys(new Set());
      if (done.request.action !== 'note' && done.request.action !== 'answer') {
        next.current = postAfter(
          place.current,
          done.request.posts.map(({ subnum = 0, ...post }) => postKey({ ...post, subnum })),
        );
        // A dialog that is open gives the focus back when it closes.
        if (asked === null) stepTo(place.current, next.current);
      }
      // Pages that are opened next must not show cached content of hidden posts.
      for (const key of ['thread', 'post', 'search'])
        void queryClient.invalidateQueries({ queryKey: [key], refetchType: 'none' });
      await refresh();
    },
  });
  const dismissing = useMutation({
    mutationFn: async ({
      reported: { board, num, subnum },
      note,
    }: {
      readonly reported: ReportedPost;
      readonly note: string;
    }) => dismissNetworkReports({ post: { board, num, subnum }, ...(note !== '' && { note }) }),
    async onSuccess({ posts: count }) {
      tell({ text: t('reports.done-network', { count }) });
      await refresh();
    },
  });
  const run = (action: ReportAction['action'], some: readonly ReportedPost[], texts: RowTexts) => {
    if (!work.isPending && some.length > 0) work.mutate({ action, posts: some, ...texts });
  };
  const ask = (what: Asked['what'], some: readonly ReportedPost[], texts: RowTexts) => {
    work.reset();
    next.current = undefined;
    setAsked({ what, posts: some, texts });
  };
  const runRow = (
    action: Exclude<RowAction, 'write'> | 'reopen' | 'answer',
    reported: ReportedPost,
    texts: RowTexts,
  ) => {
    if (action === 'purge') ask('purge', [reported], texts);
    else if (action === 'ban_writer') ask('writer', [reported], texts);
    else if (action === 'ban_reporters') ask('reporters', [reported], texts);
    else run(action, [reported], texts);
  };
  const toggle = (post: ReportedPost) => {
    const now = new Set(keys);
    if (!now.delete(postKey(post))) now.add(postKey(post));
    setKeys(now);
  };
  const mayModerate = (some: readonly ReportedPost[]) => some.every(({ board }) => may('moderator', { board }));
  const failed = work.variables;
  return (
    <section ref={place} tabIndex={-1} aria-label={t('reports.list')} {...keepFocus}>
      <p className="reports-head">
        <strong>{t('reports.total', { count: total })}</strong>
        {posts.length > 0 && (
          <button
            type="button"
            className="button"
            onClick={() => setKeys(new Set(chosen.length === posts.length ? [] : posts.map((post) => postKey(post))))}
          >
            {t(chosen.length === posts.length ? 'reports.choose-none' : 'reports.choose-all')}
          </button>
        )}
      </p>
      <RequestProblem
        error={work.error ?? dismissing.error}
        what={t('request.unnamed')}
        onRetry={failed === undefined || work.error === null ? undefined : () => work.mutate(failed)}
      />
      {posts.length === 0 && <p className="quiet">{t(isOpen ? 'reports.none' : 'reports.none-closed')}</p>}
      <ul className="report-queue">
        {posts.map((reported) => (
          <li key={postKey(reported)} data-reported={postKey(reported)}>
            <Reported
              reported={reported}
              isChosen={keys.has(postKey(reported))}
              mayModerate={mayModerate([reported])}
              onToggle={() => toggle(reported)}
              onAct={(action, texts) => runRow(action, reported, texts)}
              onDismissNetworks={(note) => !dismissing.isPending && dismissing.mutate({ reported, note })}
            />
          </li>
        ))}
      </ul>
      {chosen.length > 0 && (
        <ReportBulk
          count={chosen.length}
          isOpen={isOpen}
          isBusy={work.isPending}
          mayModerate={mayModerate(chosen)}
          hasTickets={chosen.some(({ tickets }) => tickets > 0)}
          onAct={(action, texts) => (action === 'purge' ? ask('purge', chosen, texts) : run(action, chosen, texts))}
        />
      )}
      {asked !== null && (
        <AskedDialog
          asked={asked}
          onDecide={async (action, ban) =>
            work.mutateAsync({ action, posts: asked.posts, ...asked.texts, ...(ban !== undefined && { ban }) })
          }
          onClose={() => {
            setAsked(null);
            // After the dialog's own frame, in which it gives the focus to the list.
            const { current: key } = next;
            if (key !== undefined) requestAnimationFrame(() => requestAnimationFrame(() => stepTo(place.current, key)));
          }}
        />
      )}
    </section>
  );
}

interface AskedDialogProps {
  readonly asked: Asked;
  readonly onDecide: (decision: DecideReports['decision'], ban?: DecideReports['ban']) => Promise<unknown>;
  readonly onClose: () => void;
}

function AskedDialog({ asked: { what, posts }, onDecide, onClose }: AskedDialogProps) {
  const [post] = posts;
  if (what !== 'purge' && post !== undefined)
    return <BanDialog of={what} post={post} onBan={onDecide} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={t('reports.purge-title', { count: posts.length })}
      confirm={t('moderate.purge-confirm')}
      danger
      // One post is in view; several may be chosen by mistake.
      {...(posts.length > 1 && { typed: { text: String(posts.length), what: t('reports.purge-number') } })}
      action={async () => onDecide('purge')}
      onClose={onClose}
    >
      <p>
        {posts.length === 1 && post !== undefined && <strong>{nameOf(post)} </strong>}
        <strong>{t('moderate.permanent')}</strong> {t('moderate.hide-instead')}
      </p>
    </ConfirmDialog>
  );
}

function outcomeOf({ request, posts, bans, decided }: Done): string {
  return [
    ...(posts > 0 ? [t(`reports.done.${request.action}`, { count: posts })] : []),
    ...(bans > 0 ? [t('reports.banned', { count: bans })] : []),
    ...decided.map((one) =>
      t('reports.decided', {
        name: one.closed_by,
        post: nameOf(one),
        decision: t(`reports.decision.${one.decision}`),
      }),
    ),
  ].join(' ');
}
