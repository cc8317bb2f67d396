/** The exit codes of `sagasu`. docs/operations/search-index.md and the help print them. */

interface ExitCode {
  readonly code: number;
  readonly meaning: string;
}

const EXIT_CODES = {
  success: { code: 0, meaning: 'success' },
  failure: { code: 1, meaning: 'failure, or differences found' },
  usage: { code: 2, meaning: 'usage error' },
  cancelled: { code: 3, meaning: 'the task was cancelled' },
  notCompared: { code: 4, meaning: 'verify could not compare a board or a part of it, and no difference was found' },
  warnings: { code: 5, meaning: 'doctor found warnings, or could not make a check, and found no errors' },
  damaged: { code: 126, meaning: 'restore wal found a damaged segment, or the key does not open it' },
  interrupted: { code: 130, meaning: 'interrupted by Ctrl-C' },
  terminated: { code: 143, meaning: 'no longer watched, because of SIGTERM' },
} as const satisfies Readonly<Record<string, ExitCode>>;

/** `EXIT.failure` is 1. */
export const EXIT = Object.fromEntries(Object.entries(EXIT_CODES).map(([name, { code }]) => [name, code])) as {
  readonly [Name in keyof typeof EXIT_CODES]: (typeof EXIT_CODES)[Name]['code'];
};

/** One line per code. */
export const EXIT_CODE_LINES: readonly string[] = Object.values(EXIT_CODES).map(
  ({ code, meaning }) => `${code} ${meaning}`,
);
