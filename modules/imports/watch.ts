/** Lets the command follow and stop the import of one board. */
export interface BoardWatch {
  /** Aborts when the import of this board is cancelled. */
  readonly signal: AbortSignal;
  /** Called between any two pieces of work. Waits while the import is paused. */
  pace(): Promise<void>;
  progress(done: number, total: number | null, unit: 'posts' | 'files'): void;
}

/** For an import without a task, such as a dry run. */
export const UNWATCHED: BoardWatch = {
  signal: new AbortController().signal,
  pace: async () => Promise.resolve(),
  progress: () => undefined,
};
