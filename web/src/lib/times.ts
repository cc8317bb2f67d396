import { keepChoice, useChoice } from './preferences.ts';

/** How times are shown: as people say them, or to the second. */
export type Times = 'relative' | 'exact';
const STORAGE_KEY = 'times';

export function useTimes(): Times {
  return useChoice(STORAGE_KEY) === 'exact' ? 'exact' : 'relative';
}

export function chooseTimes(times: Times): void {
  keepChoice(STORAGE_KEY, times === 'relative' ? null : times);
}
