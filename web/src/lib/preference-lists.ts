import { keepChoice, readChoice, useChoice } from './preferences.ts';

/** A list of texts that this browser keeps for its reader. */
export function readKept(name: string): readonly string[] {
  return listIn(readChoice(name));
}

export function keep(name: string, list: readonly string[]): void {
  keepChoice(name, JSON.stringify(list));
}

/** The list as it is now; other tabs' changes too. */
export function useKept(name: string): readonly string[] {
  return listIn(useChoice(name));
}

/** Empty where what is stored is no such list. */
function listIn(stored: string | null): readonly string[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(list) ? list.filter((text) => typeof text === 'string') : [];
  } catch {
    return [];
  }
}
