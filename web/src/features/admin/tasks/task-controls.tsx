import { isUnfinished } from '../../../../../mappings/task.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Task } from '../../../../../mappings/contract/admin.ts';
import type { TaskAction } from '../api.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { RequestProblem } from '../request-problem.tsx';
import { nameText } from '../../../lib/messages.ts';
import { useTaskActions } from './task-actions.ts';
import { cancelQuestion, taskTitle } from './task-messages.ts';
import { t } from '../texts.ts';

/** Buttons to pause, resume and cancel an unfinished task. */
export function TaskControls({ task }: { readonly task: Task }) {
  const { control } = useTaskActions();
  const [isConfirming, setConfirming] = useState(false);
  const work = useMutation({ mutationFn: (action: TaskAction) => control(task.id, action) });
  const title = taskTitle(task);
  const attempted = work.variables;
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
          <button type="button" className="button" onClick={() => setConfirming(true)}>
            {t('task.cancel')}
            <span className="visually-hidden"> {title}</span>
          </button>
        </p>
      )}
      <RequestProblem
        error={work.error}
        what={t(attempted === undefined ? 'request.unnamed' : `request.${attempted}`)}
        onRetry={attempted === undefined ? undefined : () => work.mutate(attempted)}
      />
      {isConfirming && (
        <ConfirmDialog
          title={cancelQuestion(task)}
          confirm={t('task.cancel-task')}
          dismiss={t('task.keep-running')}
          danger
          action={() => control(task.id, 'cancel')}
          onClose={() => setConfirming(false)}
        >
          <p>{nameText(`task.cancelled.${task.kind}`)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
