import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { StartTask } from '../../../../../mappings/contract/admin.ts';
import type { TaskKind } from '../../../../../mappings/task.ts';
import { newIdempotencyKey } from '../api.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { RequestProblem } from '../request-problem.tsx';
import { useTaskActions } from '../tasks/task-actions.ts';
import { ActionMenu, type MenuAction } from './action-menu.tsx';
import { t } from '../texts.ts';

const ACTIONS = ['verify', 'deep', 'repair', 'reindex', 'rollback'] as const;
export type BoardAction = (typeof ACTIONS)[number];

interface BoardActionsProps {
  /** null for all boards. */
  readonly board: string | null;
  readonly advised: BoardAction;
  /** Kinds of tasks active on the board. */
  readonly activeTasks: readonly TaskKind[];
  readonly canRollBack: boolean;
  /** Further items of the menu. */
  readonly more?: readonly MenuAction[];
  /** Shown instead of the button while a task is active. */
  readonly children?: ReactNode;
}

/** A button for the most urgent action and a menu with the others. */
export function BoardActions({ board, advised, activeTasks, canRollBack, more = [], children }: BoardActionsProps) {
  const { start } = useTaskActions();
  const [asked, setAsked] = useState<{ action: 'reindex' | 'rollback'; key: string } | null>(null);
  const work = useMutation({
    mutationFn: ({ action, key }: { action: BoardAction; key: string }) => start(requestFor(action, board), key),
  });
  const choose = (action: BoardAction) => {
    const key = newIdempotencyKey();
    if (action === 'reindex' || action === 'rollback') setAsked({ action, key });
    else work.mutate({ action, key });
  };
  const where = board === null ? t('board-action.all-boards') : `/${board}/`;
  const changing = activeTasks.includes('reindex') || activeTasks.includes('rollback');
  const unavailable = (action: BoardAction) => {
    if (action === 'rollback' && !canRollBack) return t('board-action.no-rollback');
    if (action === 'reindex' || action === 'rollback') return changing ? t('board-action.changing') : undefined;
    return activeTasks.includes('verify') ? t('board-action.running') : undefined;
  };
  const failed = work.variables;
  return (
    <div className="board-actions">
      {children ?? (
        <button
          type="button"
          className="button board-advised"
          aria-label={t('board-action.on', { action: t(`board-action.${advised}`), where })}
          aria-disabled={work.isPending}
          onClick={() => {
            if (!work.isPending) choose(advised);
          }}
        >
          {t(`board-action.${advised}`)}
        </button>
      )}
      <ActionMenu
        label={t('board-action.more', { where })}
        actions={[
          ...ACTIONS.map((action) => ({
            name: t(`board-action.${action}`),
            run: () => choose(action),
            unavailable: unavailable(action),
          })),
          ...more,
        ]}
      />
      <RequestProblem
        error={work.error}
        what={t('request.start', { where })}
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
  const where = board === null ? t('board-action.all-boards') : `/${board}/`;
  if (action === 'reindex') {
    return (
      <ConfirmDialog
        title={t('reindex.title', { where })}
        confirm={t('board-action.reindex')}
        action={run}
        onClose={onClose}
      >
        <p>{t('reindex.what')}</p>
        <p>
          {board === null && `${t('reindex.each')} `}
          {t('reindex.how')}
        </p>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      title={t('rollback.title', { where })}
      confirm={t('board-action.rollback')}
      action={run}
      onClose={onClose}
      danger
      typed={
        board === null
          ? { text: t('rollback.typed-all'), what: t('rollback.for-all') }
          : { text: board, what: t('rollback.board-name') }
      }
    >
      <p>{t('rollback.what')}</p>
      <p>{t('rollback.kept')}</p>
    </ConfirmDialog>
  );
}
