import type { Task } from '../../../../../mappings/contract/admin.ts';
import { t } from '../../../lib/messages.ts';
import { stepName } from './task-steps.ts';
import { progressText, shareDone, taskTitle } from './task-messages.ts';

/** How far the step under way is: a bar, and the same in words. Holds its room before anything is known. */
export function TaskProgress({ task }: { readonly task: Task }) {
  const share = shareDone(task);
  const words = progressText(task);
  return (
    <div className="task-progress">
      <progress
        aria-label={t('task.progress', { task: taskTitle(task) })}
        max={1}
        value={share ?? (task.progress === null ? 0 : undefined)}
      />
      <p>
        {task.kind !== 'reindex' && task.step !== null && `${stepName(task.step)}: `}
        {words}
      </p>
    </div>
  );
}
