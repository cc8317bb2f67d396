import { isUnfinished } from '../../../../../mappings/task.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { Task } from '../../../../../mappings/contract/admin.ts';
import { announce } from '../../../lib/announce.ts';
import { useNow } from '../../../lib/timing.ts';
import { fetchTask, isSessionGone } from '../api.ts';
import { adminBoardsQuery, HISTORY_KEY, taskQuery, activeTasksQuery } from '../queries.ts';
import { endText } from './task-messages.ts';

interface EndedTask {
  /** The task in its final state or, for a moment, in the last known one. */
  readonly task: Task;
  /** When it disappeared from the active tasks, by this page's clock. */
  readonly at: number;
}

interface TaskWatch {
  /** Running or queued, oldest first; undefined before the first answer. */
  readonly activeTasks: readonly Task[] | undefined;
  /** Tasks that ended while these pages were open. */
  readonly ended: readonly EndedTask[];
  readonly error: Error | null;
  readonly retry: () => void;
}

const TaskWatchContext = createContext<TaskWatch>({ activeTasks: undefined, ended: [], error: null, retry: () => {} });

interface KnownTasks {
  readonly activeTasks: readonly Task[];
  readonly ended: readonly EndedTask[];
}

const MAX_ENDED = 20;
const RETRY_MS = 2_000;
const NONE: readonly Task[] = [];

/** Polls the active tasks for all admin pages and announces when one ends. */
export function TaskWatchProvider({ isOff, children }: { readonly isOff: boolean; readonly children: ReactNode }) {
  const queryClient = useQueryClient();
  const { data: activeTasks, error, refetch } = useQuery({ ...activeTasksQuery(), enabled: !isOff });
  const [known, setKnown] = useState<KnownTasks>({ activeTasks: NONE, ended: [] });
  const now = useNow();
  // Updated during rendering, so that a task that ends never leaves the page and keeps the focus inside it.
  if (activeTasks !== undefined && activeTasks !== known.activeTasks) {
    const newlyEnded = without(known.activeTasks, activeTasks).map((task) => ({ task, at: now }));
    const kept = known.ended.filter(({ task }) => !activeTasks.some(({ id }) => id === task.id));
    const ended = [...newlyEnded, ...kept].slice(0, MAX_ENDED);
    setKnown({ activeTasks, ended });
  }
  const watched = useRef(NONE);
  const announced = useRef(new Set<number>());
  const page = useRef(new AbortController());
  useEffect(() => {
    const open = new AbortController();
    page.current = open;
    return () => open.abort();
  }, []);

  useEffect(() => {
    if (activeTasks === undefined) return;
    const gone = without(watched.current, activeTasks);
    const fresh = without(activeTasks, watched.current);
    watched.current = activeTasks;
    if (gone.length + fresh.length > 0) void queryClient.invalidateQueries({ queryKey: HISTORY_KEY });
    const { current: open } = page;
    const announceEnd = async (id: number): Promise<void> => {
      const task = await fetchTask(id, open.signal);
      setKnown((before) => ({
        ...before,
        ended: before.ended.map((entry) => (entry.task.id === id ? { ...entry, task } : entry)),
      }));
      if (isUnfinished(task)) return;
      announced.current.add(id);
      announce(endText(task));
      void queryClient.invalidateQueries({ queryKey: adminBoardsQuery(false).queryKey });
      void queryClient.invalidateQueries({ queryKey: HISTORY_KEY });
      void queryClient.invalidateQueries({ queryKey: taskQuery(id).queryKey });
    };
    // The request for the final state may fail.
    const pollUntilEnded = async (id: number): Promise<void> => {
      const isMissing = () =>
        !open.signal.aborted && !announced.current.has(id) && !watched.current.some((task) => task.id === id);
      while (isMissing()) {
        const failure: unknown = await announceEnd(id).catch((thrown: unknown) => thrown);
        if (isSessionGone(failure)) return;
        if (isMissing()) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    };
    for (const { id } of gone) void pollUntilEnded(id);
  }, [activeTasks, queryClient]);

  const { ended } = known;
  const watch = useMemo(
    () => ({ activeTasks, ended, error, retry: () => void refetch() }),
    [activeTasks, ended, error, refetch],
  );
  return <TaskWatchContext value={watch}>{children}</TaskWatchContext>;
}

function without(tasks: readonly Task[], others: readonly Task[]): readonly Task[] {
  const ids = new Set(others.map(({ id }) => id));
  return tasks.filter(({ id }) => !ids.has(id));
}

export function useTaskWatch(): TaskWatch {
  return useContext(TaskWatchContext);
}
