import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BulkAction, ChosenBulkAction } from '../../../../../mappings/contract/bulk-actions.ts';
import { Time } from '../../../components/time.tsx';
import { announce } from '../../../lib/announce.ts';
import { refreshPages } from '../in-place/hide-in-place.ts';
import { readBulkAction, undoBulkAction } from '../moderation-api.ts';
import { ADMIN_KEY } from '../queries.ts';
import { RequestProblem } from '../request-problem.tsx';
import { t, tRich } from '../texts.ts';
import { listed } from '../../../lib/messages.ts';

interface BulkItemProps {
  readonly action: BulkAction;
  readonly onOpen: (chosen: ChosenBulkAction) => void;
}

/** A bulk action with its result. An unfinished action can be opened again, and the posts that it has hidden can be shown again. */
export function BulkItem({ action, onOpen }: BulkItemProps) {
  const { id, query, reason, boards, posts, undone_at: undone } = action;
  const queryClient = useQueryClient();
  const name = t('bulk.one', { id: String(id) });
  const open = useMutation({ mutationFn: async () => readBulkAction(id), onSuccess: onOpen });
  const undo = useMutation({
    mutationFn: async () => {
      let shown = 0;
      for (;;) {
        const step = await undoBulkAction(id);
        shown += step.posts;
        if (step.left === 0) return shown;
      }
    },
    async onSuccess(shown) {
      announce(t('bulk.undone', { count: shown }));
      await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY, 'bulk-actions'] });
      await refreshPages(queryClient);
    },
  });
  const mayOpen = undone === null && action.left > 0;
  const mayUndo = undone === null && action.action === 'hide' && action.done > 0;
  return (
    <section className="reported" aria-label={name}>
      <p className="reported-head">
        <strong>{name}</strong>
        <span>{t(`bulk.action.${action.action}`)}</span>
        <span>
          {t('bulk.posts', { count: posts })} {t('bulk.on', { boards: listed(boards.map((board) => `/${board}/`)) })}
        </span>
        <span>{stateOf(action)}</span>
        <span className="quiet">
          {tRich('bulk.author', { name: action.created_by, time: <Time key="time" iso={action.created_at} /> })}
        </span>
      </p>
      <p className="ban-text">{query === null ? t('bulk.by-address') : <code>{query}</code>}</p>
      {reason !== null && <p className="ban-text">{reason}</p>}
      <RequestProblem error={open.error ?? undo.error} what={t('request.bulk')} />
      {(mayOpen || mayUndo) && (
        <p className="reported-actions">
          {mayOpen && (
            <button type="button" className="button" onClick={() => open.mutate()}>
              {t('bulk.open')}
              <span className="visually-hidden"> {name}</span>
            </button>
          )}
          {mayUndo && (
            <button
              type="button"
              className="button"
              aria-disabled={undo.isPending}
              onClick={() => !undo.isPending && undo.mutate()}
            >
              {t('bulk.undo')}
              <span className="visually-hidden"> {name}</span>
            </button>
          )}
        </p>
      )}
    </section>
  );
}

function stateOf({ action, confirmed_at: confirmed, undone_at: undone, left, done }: BulkAction): string {
  if (undone !== null) return t('bulk.state.undone');
  if (confirmed === null) return t('bulk.state.new');
  return left > 0 ? t('bulk.state.left', { count: left }) : t(`bulk.state.done.${action}`, { count: done });
}
