import { keepChoice, readChoice, useChoice } from './preferences.ts';

const STORAGE_KEY = 'typing';
const OFF = 'off';

/** Results come while a query is being typed: not for readers who do not like it, nor where data is dear. */
export function isTypingOn(): boolean {
  return readChoice(STORAGE_KEY) !== OFF && !savesData();
}

export function useTypingChoice(): boolean {
  return useChoice(STORAGE_KEY) !== OFF && !savesData();
}

export function chooseTyping(on: boolean): void {
  keepChoice(STORAGE_KEY, on ? null : OFF);
}

interface MeteredNavigator {
  /** Not every browser tells. */
  readonly connection?: { readonly saveData?: boolean };
}

/** The reader's browser was told to ask for less. */
export function savesData(): boolean {
  return (navigator as MeteredNavigator).connection?.saveData === true;
}
