/** Whether a click on a quote opens the quoted post in place, or leads to it. */
import { readPreference, savePreference, usePreference } from './preferences.ts';

const KEY = 'quotes';
const JUMP = 'jump';

export function areQuotesInPlace(): boolean {
  return readPreference(KEY) !== JUMP;
}

export function useQuotesInPlace(): boolean {
  return usePreference(KEY) !== JUMP;
}

export function setQuotesInPlace(on: boolean): void {
  savePreference(KEY, on ? null : JUMP);
}
