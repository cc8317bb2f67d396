/**
 * Cursors: a place in the answer from which paging continues in either direction. Signed, so that clients cannot make one
 * up, and bound to query, order and time zone, since sort values mean nothing in another order.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../platform/errors.ts';
import type { SearchSort } from '../../../mappings/contract/search.ts';
import { UTC } from '../language/moment.ts';
import { print } from '../language/print.ts';
import type { Query } from '../language/tree.ts';
import type { Zone } from '../language/zone.ts';
import type { SearchDirection } from '../plan/compile.ts';
import type { SortValues } from '../elasticsearch/index-hit.ts';

export interface Cursor {
  readonly direction: SearchDirection;
  /** Sort values of the last hit that the reader has passed, shown or hidden: the page begins with the next hit in the cursor's direction. */
  readonly position: SortValues;
  /** Number of hits before `position` in the order of the answer, as far as they are known; only where hits are compared as written. */
  readonly passed?: number;
  /** Time of the first page in milliseconds since 1970, so that `after:7d` means the same moment on all pages. */
  readonly now: number;
}

/** The cursor was not made by this archive for this query and order, or was damaged. */
export class CursorError extends AppError {
  constructor() {
    super('cursor_invalid', 'This cursor does not belong to this query and order. Start again from the first page.');
  }
}

/** The binding of a cursor of this query in this order. */
export function bindingOf(query: Query, sort: SearchSort, zone: Zone = UTC): string {
  return `${sort}\n${print({ ...query, sort: null })}\n${zone.name}`;
}

/** `binding`: text of everything that the order of the answer depends on. */
export interface CursorCodec {
  encode(cursor: Cursor, binding: string): string;
  /** @throws CursorError */
  decode(text: string, binding: string): Cursor;
}

const MAC_BYTES = 16;

export function createCursorCodec(secret: string): CursorCodec {
  const key = createHash('sha256').update('search cursor 1\0').update(secret).digest();
  const sign = (payload: Uint8Array, binding: string) =>
    createHmac('sha256', key)
      .update(createHash('sha256').update(binding).digest())
      .update(payload)
      .digest()
      .subarray(0, MAC_BYTES);

  return {
    encode({ direction, position, now, passed = 0 }, binding) {
      const payload = Buffer.from(JSON.stringify([(direction === 'forward' ? 1 : 0) + 2 * passed, now, ...position]));
      return Buffer.concat([sign(payload, binding), payload]).toString('base64url');
    },
    decode(text, binding) {
      const bytes = Buffer.from(text, 'base64url');
      const payload = bytes.subarray(MAC_BYTES);
      // Buffer.from skips characters outside base64url: only the exact text that `encode` writes is accepted.
      if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== text) throw new CursorError();
      if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), sign(payload, binding))) throw new CursorError();
      // The signature proves that `encode` wrote the payload.
      const [way, now, ...position] = JSON.parse(payload.toString()) as [number, number, ...number[]];
      const direction = way % 2 === 1 ? 'forward' : 'backward';
      return { direction, now, position, ...(way > 1 && { passed: Math.floor(way / 2) }) };
    },
  };
}
