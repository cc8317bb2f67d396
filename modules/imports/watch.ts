/** How the command follows the import of one board, and stops it. */
export interface BoardWatch {
  /** Aborts when the import of this board is cancelled. */
  readonly signal: AbortSignal;
  /** Called between any two pieces of work. Waits while the import is paused. */
  pace(): Promise<void>;
  progress(done: number, total: number | null, unit: 'posts' | 'files'): void;
}

/** For an import that nobody follows, such as a dry run. */
export const UNWATCHED: BoardWatch = {
  signal: new AbortController().signal,
  pace: async () => Promise.resolve(),
  progress: () => undefined,
};
