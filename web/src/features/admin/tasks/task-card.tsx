import { isUnfinished } from '../../../../../mappings/task.ts';
import { useId, useRef } from 'react';
import type { Task } from '../../../../../mappings/contract/admin.ts';
import { Time } from '../../../components/time.tsx';
import { formatSpanLong } from '../durations.ts';
import { useKeepFocus } from '../keep-focus.ts';
import { TaskControls } from './task-controls.tsx';
import { failureOfTask, taskTitle } from './task-messages.ts';
import { StepList, TaskProgress, TaskState } from './task-progress.tsx';
import { t, tRich } from '../texts.ts';

/** An unfinished task, or one that ended while the page was open. */
export function TaskCard({ task }: { readonly task: Task }) {
  const id = useId();
  const card = useRef<HTMLElement>(null);
  const keepFocus = useKeepFocus(card);
  return (
    <article className="task" aria-labelledby={id} tabIndex={-1} ref={card} {...keepFocus}>
      <h3 id={id}>
        <a href={`/admin/tasks/${task.id}`}>{taskTitle(task)}</a>
      </h3>
      <p className="task-note">
        <TaskState task={task} /> <Origin task={task} />
      </p>
      <TaskControls task={task} />
      <StepList task={task} />
      {isUnfinished(task) ? <TaskProgress task={task} /> : <End task={task} />}
    </article>
  );
}

function Origin({ task }: { readonly task: Task }) {
  return (
    <span className="quiet">
      {tRich('task.origin', { account: task.requested_by, time: <Time key="time" iso={task.enqueued_at} /> })}
    </span>
  );
}

/** As high as the progress bar that it replaces. */
function End({ task }: { readonly task: Task }) {
  return (
    <div className="task-progress">
      <progress
        aria-label={t('task.progress', { task: taskTitle(task) })}
        max={1}
        value={task.status === 'succeeded' ? 1 : 0}
      />
      <p className={task.error === null ? undefined : 'alarm'}>
        {task.error !== null
          ? failureOfTask(task.error)
          : task.duration_ms === null
            ? t('task.ended')
            : t('task.ended-after', { span: formatSpanLong(task.duration_ms / 1000) })}
      </p>
    </div>
  );
}
