/** Random access to a file of any size through a window, since counters read small pieces in ascending order. */

/** Reads a part of a file. */
export type ReadPart = (length: number, offset: number) => Uint8Array;

const WINDOW_BYTES = 64 * 1024;

export interface FileBytes {
  readonly size: number;
  /** Returns `length` bytes, or fewer at the end of the file. The maximum is 64 KiB. */
  at(offset: number, length: number): Buffer;
  /** Returns true if all bytes from `start` to `end` are 0, as in padding without hidden data. */
  isZero(start: number, end: number): boolean;
}

export function fileBytes(file: Buffer | ReadPart, size: number): FileBytes {
  let window: Buffer = Buffer.alloc(0);
  let start = 0;
  const at = (offset: number, length: number): Buffer => {
    if (typeof file !== 'function') return file.subarray(offset, offset + length);
    if (offset < start || offset + length > start + window.length) {
      window = Buffer.from(file(Math.max(0, Math.min(WINDOW_BYTES, size - offset)), offset));
      start = offset;
    }
    return window.subarray(offset - start, offset - start + length);
  };
  return {
    size,
    at,
    isZero(from, to) {
      const end = Math.min(to, size);
      for (let offset = from; offset < end; offset += WINDOW_BYTES) {
        if (at(offset, Math.min(WINDOW_BYTES, end - offset)).some((byte) => byte !== 0)) return false;
      }
      return true;
    },
  };
}
