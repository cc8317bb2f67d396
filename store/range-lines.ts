/** The rows of a range in the text format of COPY, in one buffer: no object per row. */
import type { PostNumber } from '../mappings/post.ts';

export interface LineKey extends PostNumber {
  readonly thread: number;
}

const PIECE_BYTES = 256 * 1024;
/** A UTF-16 code unit has at most three bytes in UTF-8. */
const MAX_BYTES = 3;

export class RangeLines {
  readonly keys: LineKey[] = [];
  readonly #ends: number[] = [];
  #bytes = Buffer.allocUnsafe(4 * PIECE_BYTES);
  #length = 0;

  add(key: LineKey, line: string): void {
    const most = this.#length + line.length * MAX_BYTES;
    if (most > this.#bytes.length) {
      const longer = Buffer.allocUnsafe(2 * most);
      this.#bytes.copy(longer, 0, 0, this.#length);
      this.#bytes = longer;
    }
    this.#length += this.#bytes.write(line, this.#length);
    this.keys.push(key);
    this.#ends.push(this.#length);
  }

  /** The lines of the wanted rows, in pieces of about 256 KiB where they are adjacent. */
  *pieces(isWanted: (key: LineKey) => boolean): Generator<Buffer> {
    let from = 0;
    let to = 0;
    for (const [at, key] of this.keys.entries()) {
      const end = this.#ends[at] ?? 0;
      if (isWanted(key)) {
        to = end;
        if (to - from < PIECE_BYTES) continue;
      }
      if (to > from) yield this.#bytes.subarray(from, to);
      from = to = end;
    }
    if (to > from) yield this.#bytes.subarray(from, to);
  }
}
