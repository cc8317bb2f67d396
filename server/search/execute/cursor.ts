/**
 * A place in an answer, to go on from in either direction. Signed, so that nobody can make one up, and bound to the
 * query and order it came from, since the same place means nothing in another order.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../platform/errors.ts';
import type { SearchSort } from '../../../mappings/contract/search.ts';
import type { SearchDirection } from '../plan/compile.ts';
import { UTC } from '../language/moment.ts';
import { print } from '../language/print.ts';
import type { Query } from '../language/tree.ts';
import type { Zone } from '../language/zone.ts';

export interface Cursor {
  readonly direction: SearchDirection;
  /** Sort values of the hit to go on from; that hit is not seen again. */
  readonly position: readonly number[];
  /** The clock of the first page, in milliseconds: `after:7d` means the same moment on all pages. */
  readonly now: number;
}

/** Not made by this server for this query, or damaged on the way. */
export class CursorError extends AppError {
  constructor() {
    super('cursor_invalid', 'This cursor does not belong to this query and order: start again from the first page.');
  }
}

/** What a cursor of this query in this order is bound to. */
export function bindingOf(query: Query, sort: SearchSort, zone: Zone = UTC): string {
  return `${sort}\n${print({ ...query, sort: null })}\n${zone.name}`;
}

/** `binding` is everything that an answer's order depends on, as text. */
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
    encode({ direction, position, now }, binding) {
      const payload = Buffer.from(JSON.stringify([direction === 'forward' ? 1 : 0, now, ...position]));
      return Buffer.concat([sign(payload, binding), payload]).toString('base64url');
    },
    decode(text, binding) {
      const bytes = Buffer.from(text, 'base64url');
      const payload = bytes.subarray(MAC_BYTES);
      // Buffer.from ignores what is not base64url: only the one spelling that we print is taken.
      if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== text) throw new CursorError();
      if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), sign(payload, binding))) throw new CursorError();
      // Past the signature it is our own writing.
      const [forward, now, ...position] = JSON.parse(payload.toString()) as [number, number, ...number[]];
      return { direction: forward === 1 ? 'forward' : 'backward', now, position };
    },
  };
}
