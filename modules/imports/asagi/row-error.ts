/** Reasons for which a row is not imported; labels in the report. */
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

/** 0 if the text is not a number. */
export function numberOrZero(text: string | null): number {
  if (text === null || text.length > 15) return 0;
  // Rows have a dozen numbers, and a regular expression would take several times as long.
  let value = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return 0;
    value = value * 10 + digit;
  }
  return value;
}

/** Booleans of MySQL, SQLite and PostgreSQL. */
export function isTrue(text: string | null): boolean {
  return text === '1' || text === 't' || text === 'true' || text === '\u0001';
}
