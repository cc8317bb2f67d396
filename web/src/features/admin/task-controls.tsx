import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Task } from '../../../../server/contract/admin.ts';
import type { TaskOrder } from './admin-api.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { RequestProblem } from './request-problem.tsx';
import { useTaskOrders } from './task-orders.ts';
import { isUnfinished, taskTitle } from './task-words.ts';

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
            {task.paused ? 'Resume' : 'Pause'}
            <span className="visually-hidden"> {title}</span>
          </button>
          <button type="button" className="button" onClick={() => setAsked(true)}>
            Cancel<span className="visually-hidden"> {title}</span>
          </button>
        </p>
      )}
      <RequestProblem
        error={work.error}
        what={wish === undefined ? 'This' : ORDER_WORDS[wish]}
        onRetry={wish === undefined ? undefined : () => work.mutate(wish)}
      />
      {isAsked && (
        <ConfirmDialog
          title={`Cancel the ${title.toLowerCase()}?`}
          confirm="Cancel it"
          danger
          action={() => order(task.id, 'cancel')}
          onClose={() => setAsked(false)}
        >
          <p>{CANCEL_WORDS[task.kind]}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const ORDER_WORDS: Readonly<Record<TaskOrder, string>> = { pause: 'Pausing', resume: 'Resuming', cancel: 'Cancelling' };

const CANCEL_WORDS: Readonly<Record<Task['kind'], string>> = {
  reindex:
    'What was built so far is thrown away. Searches notice nothing: they use the present indices, as they did all along.',
  rollback: 'Searches stay with the indices that they use now.',
  verify: 'What was found so far is forgotten. What was mended stays mended, and nothing is harmed.',
  expunge:
    'The search engine keeps the old content of purged posts until it next merges its files. No search shows it.',
};
