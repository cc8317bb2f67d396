import { CursorError } from '../../search/execute/cursor.ts';

/** Where a document stands in the list: what it is sorted by. */
export interface QuarantinePosition {
  /** Microseconds since 1970. */
  readonly since: number;
  readonly boardId: number;
  readonly num: number;
  readonly subnum: number;
  readonly index: string;
}

export function encodePosition({ since, boardId, num, subnum, index }: QuarantinePosition): string {
  return Buffer.from(JSON.stringify([since, boardId, num, subnum, index])).toString('base64url');
}

/** Not signed: admins see the whole list anyway. @throws CursorError */
export function decodePosition(text: string): QuarantinePosition {
  const [since, boardId, num, subnum, index, ...more] = read(text);
  const isPosition =
    isCount(since, Number.MAX_SAFE_INTEGER) &&
    isCount(boardId, MAX_INT) &&
    isCount(num, Number.MAX_SAFE_INTEGER) &&
    isCount(subnum, MAX_INT) &&
    typeof index === 'string' &&
    !index.includes('\0') &&
    more.length === 0;
  if (!isPosition) throw new CursorError();
  return { since, boardId, num, subnum, index };
}

const MAX_INT = 2 ** 31 - 1;

function read(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (Array.isArray(value)) return value as readonly unknown[];
  } catch {
    // Said below.
  }
  throw new CursorError();
}

function isCount(value: unknown, most: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= most;
}
