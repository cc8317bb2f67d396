import { TASK_KINDS, TASK_STATUSES } from '../../../../../mappings/task.ts';
import { stringifySearch } from '../../../lib/addresses.ts';
import type { TaskFilter } from '../api.ts';

/** Outcomes; what is under way stands above the history. */
export const OUTCOMES = TASK_STATUSES.filter((status) => status !== 'enqueued' && status !== 'processing');

export type HistoryFilter = Pick<TaskFilter, 'board' | 'kind' | 'status' | 'before'>;

/** The part of an address that says which tasks are meant. What is not known is left out. */
export function readHistoryFilter(raw: Readonly<Record<string, unknown>>): HistoryFilter {
  const text = (name: string, isKnown: (value: string) => boolean) => {
    const value = raw[name];
    return typeof value === 'string' && isKnown(value) ? value : undefined;
  };
  return {
    board: text('board', (value) => value !== ''),
    kind: text('kind', (value) => TASK_KINDS.some((kind) => kind === value)),
    status: text('status', (value) => OUTCOMES.some((status) => status === value)),
    before: text('before', (value) => /^[1-9]\d{0,15}$/.test(value)),
  };
}

/** Where the history is with another choice; a new choice begins with the newest. */
export function historyAddress(filter: HistoryFilter): string {
  return `/admin/tasks${stringifySearch({ ...filter })}`;
}
