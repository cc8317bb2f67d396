import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { Task } from '../../../../../mappings/contract/admin.ts';
import { announce } from '../../../lib/announce.ts';
import { useNow } from '../../../lib/timing.ts';
import { fetchTask, isSessionGone } from '../api.ts';
import { adminBoardsQuery, HISTORY_KEY, taskQuery, activeTasksQuery } from '../queries.ts';
import { endText, isUnfinished } from './task-messages.ts';

interface LeftTask {
  /** In its final state, or briefly in the last known one. */
  readonly task: Task;
  /** When it disappeared from the active tasks, by this page's clock. */
  readonly at: number;
}

interface TaskWatch {
  /** Running or queued, oldest first; undefined before the first answer. */
  readonly activeTasks: readonly Task[] | undefined;
  /** Tasks that ended while these pages were open. */
  readonly left: readonly LeftTask[];
  readonly error: Error | null;
  readonly retry: () => void;
}

const TaskWatchContext = createContext<TaskWatch>({ activeTasks: undefined, left: [], error: null, retry: () => {} });

interface Seen {
  readonly activeTasks: readonly Task[];
  readonly left: readonly LeftTask[];
}

const MAX_LEFT = 20;
const AGAIN_MS = 2_000;
const NONE: readonly Task[] = [];

/** Polls the active tasks for all admin pages and announces when one ends. */
export function TaskWatchProvider({ children }: { readonly children: ReactNode }) {
  const queryClient = useQueryClient();
  const { data: activeTasks, error, refetch } = useQuery(activeTasksQuery());
  const [seen, setSeen] = useState<Seen>({ activeTasks: NONE, left: [] });
  const now = useNow();
  // Updated during rendering, so that a task that ends never leaves the page and keeps the focus inside it.
  if (activeTasks !== undefined && activeTasks !== seen.activeTasks) {
    const missed = without(seen.activeTasks, activeTasks).map((task) => ({ task, at: now }));
    const kept = seen.left.filter(({ task }) => !activeTasks.some(({ id }) => id === task.id));
    const left = [...missed, ...kept].slice(0, MAX_LEFT);
    setSeen({ activeTasks, left });
  }
  const watched = useRef(NONE);
  const told = useRef(new Set<number>());
  const page = useRef(new AbortController());
  useEffect(() => {
    const here = new AbortController();
    page.current = here;
    return () => here.abort();
  }, []);

  useEffect(() => {
    if (activeTasks === undefined) return;
    const gone = without(watched.current, activeTasks);
    const fresh = without(activeTasks, watched.current);
    watched.current = activeTasks;
    if (gone.length + fresh.length > 0) void queryClient.invalidateQueries({ queryKey: HISTORY_KEY });
    const { current: here } = page;
    const announceEnd = async (id: number): Promise<void> => {
      const task = await fetchTask(id, here.signal);
      setSeen((before) => ({
        ...before,
        left: before.left.map((entry) => (entry.task.id === id ? { ...entry, task } : entry)),
      }));
      if (isUnfinished(task)) return;
      told.current.add(id);
      announce(endText(task));
      void queryClient.invalidateQueries({ queryKey: adminBoardsQuery(false).queryKey });
      void queryClient.invalidateQueries({ queryKey: HISTORY_KEY });
      void queryClient.invalidateQueries({ queryKey: taskQuery(id).queryKey });
    };
    // A task that changes state between two requests is in neither list: poll it until it is back or has ended.
    const pollUntilEnded = async (id: number): Promise<void> => {
      const isOpen = () =>
        !here.signal.aborted && !told.current.has(id) && !watched.current.some((task) => task.id === id);
      while (isOpen()) {
        const failure: unknown = await announceEnd(id).catch((thrown: unknown) => thrown);
        if (isSessionGone(failure)) return;
        if (isOpen()) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    };
    for (const { id } of gone) void pollUntilEnded(id);
  }, [activeTasks, queryClient]);

  const { left } = seen;
  const watch = useMemo(
    () => ({ activeTasks, left, error, retry: () => void refetch() }),
    [activeTasks, left, error, refetch],
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
