import type { Task } from '../../../../../mappings/contract/admin.ts';
import { taskState } from './task-messages.ts';

/** How a task stands, as a word with a mark that does not lean on colour alone. */
export function TaskState({ task }: { readonly task: Task }) {
  return <span className={`task-state task-${task.paused ? 'paused' : task.status}`}>{taskState(task)}</span>;
}
