import { isUnfinished } from '../../../../../mappings/task.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { StartTask } from '../../../../../mappings/contract/admin.ts';
import type { components } from '../../../../../client/client.ts';
import { announce } from '../../../lib/announce.ts';
import { controlTask, startTask, type TaskAction } from '../api.ts';
import { taskQuery, activeTasksQuery } from '../queries.ts';
import { stateInSentence, taskTitle } from './task-messages.ts';
import { t } from '../texts.ts';

type Task = components['schemas']['Task'];

/** Starts and controls tasks; the pages show the result immediately. @throws ApiError (both functions) */
export function useTaskActions() {
  const queryClient = useQueryClient();
  const { queryKey } = activeTasksQuery();

  const put = async (tasks: readonly Task[]) => {
    // A response in flight is older than these tasks.
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData<readonly Task[]>(queryKey, (before = []) => {
      const fresh = new Map(tasks.map((task) => [task.id, task]));
      const kept = before.filter(({ id }) => !fresh.has(id));
      return [...kept, ...tasks.filter(isUnfinished)].sort((a, b) => a.id - b.id);
    });
    for (const task of tasks) queryClient.setQueryData(taskQuery(task.id).queryKey, task);
    void queryClient.invalidateQueries({ queryKey });
  };

  return {
    start: async (request: StartTask, key: string) => {
      const { tasks } = await startTask(request, key);
      await put(tasks);
      const [first] = tasks;
      if (first !== undefined) {
        const { length: count } = tasks;
        announce(count === 1 ? t('task.requested', { task: taskTitle(first) }) : t('task.requested-many', { count }));
      }
    },
    control: async (id: number, action: TaskAction) => {
      const task = await controlTask(id, action);
      await put([task]);
      if (isUnfinished(task))
        announce(t('task.state-announced', { task: taskTitle(task), state: stateInSentence(task) }));
    },
  };
}
