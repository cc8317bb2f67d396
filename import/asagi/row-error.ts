/** Why a row is not imported. Labels of the report. */
export type RefusedRow = 'number' | 'thread' | 'no_time' | 'time_out_of_range' | 'unreadable';

export class RowError extends Error {
  readonly reason: RefusedRow;

  constructor(reason: RefusedRow, message: string) {
    super(message);
    this.name = 'RowError';
    this.reason = reason;
  }
}

/** A whole number. @throws RowError */
export function wholeNumber(text: string | null, column: string, min: number, reason: RefusedRow): number {
  const value = text !== null && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(value) && value >= min) return value;
  throw new RowError(
    reason,
    `${column} must be a whole number from ${min}, not ${JSON.stringify(text?.slice(0, 40) ?? null)}`,
  );
}

/** 0 for anything that is no number. */
export function numberOrZero(text: string | null): number {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

/** Booleans of MySQL, SQLite and PostgreSQL. */
export function isTrue(text: string | null): boolean {
  return text === '1' || text === 't' || text === 'true' || text === '\u0001';
}
