import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Task } from '../../../../../mappings/contract/admin.ts';
import { t } from '../../../lib/messages.ts';
import type { TaskOrder } from '../api.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { RequestProblem } from '../request-problem.tsx';
import { useTaskOrders } from './task-actions.ts';
import { isUnfinished, taskTitle } from './task-messages.ts';

/** Pause, resume and cancel; nothing for what has ended. */
export function TaskControls({ task }: { readonly task: Task }) {
  const { order } = useTaskOrders();
  const [isAsked, setAsked] = useState(false);
  const work = useMutation({ mutationFn: (wish: TaskOrder) => order(task.id, wish) });
  const title = taskTitle(task);
  const wish = work.variables;
  const toggle = task.paused ? 'resume' : 'pause';
  return (
    <>
      {isUnfinished(task) && !task.cancelling && (
        <p className="task-controls">
          <button
            type="button"
            className="button"
            aria-disabled={work.isPending}
            onClick={() => {
              if (!work.isPending) work.mutate(toggle);
            }}
          >
            {t(`task.${toggle}`)}
            <span className="visually-hidden"> {title}</span>
          </button>
          <button type="button" className="button" onClick={() => setAsked(true)}>
            {t('task.cancel')}
            <span className="visually-hidden"> {title}</span>
          </button>
        </p>
      )}
      <RequestProblem
        error={work.error}
        what={t(wish === undefined ? 'trial.this' : `trial.${wish}`)}
        onRetry={wish === undefined ? undefined : () => work.mutate(wish)}
      />
      {isAsked && (
        <ConfirmDialog
          title={t(`task.cancel.${task.kind}`, { board: task.board })}
          confirm={t('task.cancel-it')}
          danger
          action={() => order(task.id, 'cancel')}
          onClose={() => setAsked(false)}
        >
          <p>{t(`task.cancelled.${task.kind}`)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
