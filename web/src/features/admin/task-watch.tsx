import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Task } from '../../../../server/contract/admin.ts';
import { announce } from '../../lib/announce.ts';
import { fetchTask } from './admin-api.ts';
import { HISTORY_KEY, adminBoardsQuery, taskQuery, underWayQuery } from './admin-queries.ts';
import { endInWords, isUnfinished } from './task-words.ts';

interface TaskWatch {
  /** Under way or waiting, the oldest first; undefined before the first answer. */
  readonly underWay: readonly Task[] | undefined;
  /** Those that ended while these pages were open, the newest first. */
  readonly ended: readonly Task[];
  readonly error: Error | null;
  readonly retry: () => void;
}

const TaskWatchContext = createContext<TaskWatch>({ underWay: undefined, ended: [], error: null, retry: () => {} });

const MAX_ENDED = 20;

/** Looks at what is under way for all admin pages together, and says when something ends. */
export function TaskWatchProvider({ children }: { readonly children: ReactNode }) {
  const queryClient = useQueryClient();
  const { data: underWay, error, refetch } = useQuery(underWayQuery());
  const [ended, setEnded] = useState<readonly Task[]>([]);
  const watched = useRef<ReadonlySet<number>>(new Set());

  useEffect(() => {
    if (underWay === undefined) return;
    const now = new Set(underWay.map(({ id }) => id));
    const gone = [...watched.current].filter((id) => !now.has(id));
    const hasNew = [...now].some((id) => !watched.current.has(id));
    watched.current = now;
    if (hasNew || gone.length > 0) void queryClient.invalidateQueries({ queryKey: HISTORY_KEY });
    const tellEnd = async (id: number) => {
      const task = await fetchTask(id, new AbortController().signal);
      // An answer from before it was started: the next one has it again.
      if (isUnfinished(task)) return;
      announce(endInWords(task));
      setEnded((before) => [task, ...before.filter((other) => other.id !== id)].slice(0, MAX_ENDED));
      void queryClient.invalidateQueries({ queryKey: adminBoardsQuery(false).queryKey });
      void queryClient.invalidateQueries({ queryKey: HISTORY_KEY });
      void queryClient.invalidateQueries({ queryKey: taskQuery(id).queryKey });
    };
    // One that cannot be read stands in the history all the same.
    for (const id of gone) tellEnd(id).catch(() => undefined);
  }, [underWay, queryClient]);

  const watch = useMemo(
    () => ({ underWay, ended, error, retry: () => void refetch() }),
    [underWay, ended, error, refetch],
  );
  return <TaskWatchContext value={watch}>{children}</TaskWatchContext>;
}

export function useTaskWatch(): TaskWatch {
  return useContext(TaskWatchContext);
}
