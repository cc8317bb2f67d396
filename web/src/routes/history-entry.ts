import type { ParsedLocation } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Of an entry that only changes how the list of another is shown: the name of that one. */
    listEntry?: string;
    /** Of an entry whose query was typed and not asked for: the address that it had before. */
    typedOver?: string;
  }
}

/** The router's name for an entry of the history: another one after each click, the same after Back. */
export function entryOf({ state, href }: ParsedLocation): string {
  return state.listEntry ?? state['__TSR_key'] ?? href;
}
