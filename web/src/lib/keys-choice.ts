import { keepChoice, readChoice, useChoice } from './preferences.ts';

const STORAGE_KEY = 'keys';
const OFF = 'off';

/** Single keys are in the way of some who speak to their machine: they can be switched off. */
export function areKeysOn(): boolean {
  return readChoice(STORAGE_KEY) !== OFF;
}

export function useKeysChoice(): boolean {
  return useChoice(STORAGE_KEY) !== OFF;
}

export function chooseKeys(on: boolean): void {
  keepChoice(STORAGE_KEY, on ? null : OFF);
}
