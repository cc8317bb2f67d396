import type { LogFn, LoggerOptions } from 'pino';
import { UnavailableError } from './errors.ts';
import { isKnownFailure } from './known-failures.ts';

export type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

const WINDOW_MS = 10_000;
const WARN = 40;
const FATAL = 60;

interface Window {
  leftOut: number;
  /** Writes the last line that was left out, with the number of the others. */
  write: ((others: number) => void) | null;
}

/**
 * Limits warnings and errors about known failures: each message is written at once, and then at most every 10 s with the latest fields
 * and, as `repeated`, the number of lines left out before it. Other lines are unaffected.
 */
export function limitRepeatedLines(): LogMethod {
  const windows = new Map<string, Window>();

  function open(key: string): void {
    const window: Window = { leftOut: 0, write: null };
    windows.set(key, window);
    setTimeout(() => {
      windows.delete(key);
      if (window.write === null) return;
      open(key);
      window.write(window.leftOut - 1);
    }, WINDOW_MS).unref();
  }

  return function limit(args, method: LogFn, level) {
    const [fields, text] = args as readonly unknown[];
    const error = errorOf(fields);
    if (level < WARN || level >= FATAL || !isKnownFailure(error)) {
      method.apply(this, args);
      return;
    }
    const service = error instanceof UnavailableError ? error.service : '';
    const key = [level, typeof text === 'string' ? text : error.message, service, String(error.code)].join('\n');
    const window = windows.get(key);
    if (window === undefined) {
      open(key);
      method.apply(this, args);
      return;
    }
    window.leftOut++;
    window.write = (others) => {
      const merged = { ...(fields instanceof Error ? { err: fields } : (fields as object)) };
      Reflect.apply(method, this, [{ ...merged, ...(others > 0 && { repeated: others }) }, ...args.slice(1)]);
    };
  };
}

function errorOf(fields: unknown): unknown {
  if (typeof fields !== 'object' || fields === null || fields instanceof Error) return fields;
  return (fields as { readonly err?: unknown }).err;
}
