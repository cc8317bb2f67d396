import type { DocumentWrite } from './ports.ts';

const FIRST_CAPACITY = 65_536;
/** UTF-8 takes no more for one UTF-16 code unit. */
const MOST_BYTES = 3;

/**
 * Writes as the lines of a bulk, made bytes as they are added: thousands of texts that wait for the last of them are moved by
 * the garbage collector time and again, which was a fifth of what a rebuild took of our process. A write is one operation
 * for each of its indices, in their order.
 */
export class WriteList {
  #bytes = Buffer.allocUnsafeSlow(FIRST_CAPACITY);
  /** Where each operation ends. */
  readonly #ends: number[] = [];
  #end = 0;

  /** How many operations there are. */
  get length(): number {
    return this.#ends.length;
  }

  add({ id, version, source, indices }: DocumentWrite): void {
    for (const index of indices) {
      // Names and ids need no escape: a name is ours, and an id a board's name and two numbers.
      const action = `{"index":{"_index":"${index}","_id":"${id}","version":${version},"version_type":"external"}}\n`;
      this.#reserve((action.length + source.length) * MOST_BYTES + 1);
      // One after the other: put together first, they would be copied once more.
      this.#end += this.#bytes.write(action, this.#end);
      this.#end += this.#bytes.write(source, this.#end);
      this.#end = this.#bytes.writeUInt8(LINE_END, this.#end);
      this.#ends.push(this.#end);
    }
  }

  /** The operations from one up to, not including, another. */
  bytes(from = 0, to = this.length): Buffer {
    return this.#bytes.subarray(this.#startOf(from), this.#startOf(to));
  }

  /** These operations alone, in this order. */
  pick(operations: readonly number[]): WriteList {
    const picked = new WriteList();
    for (const operation of operations) {
      const bytes = this.bytes(operation, operation + 1);
      picked.#reserve(bytes.length);
      picked.#bytes.set(bytes, picked.#end);
      picked.#end += bytes.length;
      picked.#ends.push(picked.#end);
    }
    return picked;
  }

  /** Where the operations from this one on no longer fit into so many bytes; one always does. */
  fits(from: number, most: number): number {
    const start = this.#startOf(from);
    let to = from + 1;
    while (to < this.length && this.#startOf(to + 1) - start <= most) to++;
    return to;
  }

  #startOf(operation: number): number {
    return operation === 0 ? 0 : (this.#ends[operation - 1] ?? this.#end);
  }

  #reserve(more: number): void {
    if (this.#end + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#end + more, 2 * this.#bytes.length));
    larger.set(this.#bytes.subarray(0, this.#end));
    this.#bytes = larger;
  }
}

const LINE_END = 10;
