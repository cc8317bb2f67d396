import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { TaskKind } from '../../../../mappings/task.ts';
import type { StartTask } from '../../../../server/contract/admin.ts';
import { newIdempotencyKey } from './admin-api.ts';
import { ActionMenu } from './action-menu.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { RequestProblem } from './request-problem.tsx';
import { useTaskOrders } from './task-orders.ts';

const ACTIONS = ['verify', 'deep', 'repair', 'reindex', 'rollback'] as const;
export type BoardAction = (typeof ACTIONS)[number];

const ACTION_NAMES: Readonly<Record<BoardAction, string>> = {
  verify: 'Verify',
  deep: 'Verify every document in full',
  repair: 'Verify and repair',
  reindex: 'Reindex',
  rollback: 'Roll back',
};

interface BoardActionsProps {
  /** null: all boards. */
  readonly board: string | null;
  readonly advised: BoardAction;
  /** Kinds that are under way on it. */
  readonly underWay: readonly TaskKind[];
  readonly canRollBack: boolean;
  /** Stands in place of the button while something is under way. */
  readonly children?: ReactNode;
}

/** One button for what is needed most, and a menu with the rest. */
export function BoardActions({ board, advised, underWay, canRollBack, children }: BoardActionsProps) {
  const { start } = useTaskOrders();
  const [asked, setAsked] = useState<{ action: 'reindex' | 'rollback'; key: string } | null>(null);
  const work = useMutation({
    mutationFn: ({ action, key }: { action: BoardAction; key: string }) => start(requestFor(action, board), key),
  });
  const choose = (action: BoardAction) => {
    const key = newIdempotencyKey();
    if (action === 'reindex' || action === 'rollback') setAsked({ action, key });
    else work.mutate({ action, key });
  };
  const where = board === null ? 'all boards' : `/${board}/`;
  const changing = underWay.includes('reindex') || underWay.includes('rollback');
  const unavailable = (action: BoardAction) => {
    if (action === 'rollback' && !canRollBack) return 'nothing to go back to';
    if (action === 'reindex' || action === 'rollback') return changing ? 'a change is under way' : undefined;
    return underWay.includes('verify') ? 'under way' : undefined;
  };
  const failed = work.variables;
  return (
    <div className="board-actions">
      {children ?? (
        <button
          type="button"
          className="button board-advised"
          aria-label={`${ACTION_NAMES[advised]} ${where}`}
          aria-disabled={work.isPending}
          onClick={() => {
            if (!work.isPending) choose(advised);
          }}
        >
          {ACTION_NAMES[advised]}
        </button>
      )}
      <ActionMenu
        label={`More for ${where}`}
        actions={ACTIONS.map((action) => ({
          name: ACTION_NAMES[action],
          run: () => choose(action),
          unavailable: unavailable(action),
        }))}
      />
      <RequestProblem
        error={work.error}
        what={`Starting it for ${where}`}
        onRetry={failed === undefined ? undefined : () => work.mutate(failed)}
      />
      {asked !== null && (
        <BoardDialog
          board={board}
          action={asked.action}
          run={() => start(requestFor(asked.action, board), asked.key)}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

function requestFor(action: BoardAction, board: string | null): StartTask {
  const boards = board === null ? [] : [board];
  if (action === 'deep') return { kind: 'verify', boards, deep: true };
  if (action === 'repair') return { kind: 'verify', boards, repair: true };
  return { kind: action, boards };
}

interface BoardDialogProps {
  readonly board: string | null;
  readonly action: 'reindex' | 'rollback';
  readonly run: () => Promise<unknown>;
  readonly onClose: () => void;
}

function BoardDialog({ board, action, run, onClose }: BoardDialogProps) {
  const where = board === null ? 'all boards' : `/${board}/`;
  if (action === 'reindex') {
    return (
      <ConfirmDialog title={`Reindex ${where}?`} confirm="Reindex" action={run} onClose={onClose}>
        <p>
          New indices are built from the database beside the present ones. They take over once they are proven to hold
          the same, and until then searches go on as they are.
        </p>
        <p>
          {board === null ? 'It is done one board after the other. ' : ''}It can be paused and cancelled at any time,
          and the present indices are kept for a while to roll back to.
        </p>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      title={`Roll ${where} back?`}
      confirm="Roll back"
      action={run}
      onClose={onClose}
      danger
      typed={board === null ? { text: 'all', what: 'for all boards' } : { text: board, what: 'the name of the board' }}
    >
      <p>
        Searches are answered at once by the indices that served before the last reindex. Those were kept current, so no
        post is lost; what the reindex brought is.
      </p>
      <p>The indices of now are kept: rolling back once more undoes it.</p>
    </ConfirmDialog>
  );
}
