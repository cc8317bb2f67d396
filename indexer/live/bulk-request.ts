const FIRST_CAPACITY = 65_536;
/** UTF-8 takes no more for one UTF-16 code unit. */
const MOST_BYTES = 3;
const LINE_END = 10;

export interface DocumentWrite {
  readonly id: string;
  readonly version: number;
  /** The document as JSON. */
  readonly source: string;
  readonly indices: readonly string[];
}

/**
 * Writes as the lines of a bulk, made bytes as they are added: thousands of texts that wait for the last of them are moved by
 * the garbage collector time and again, which was a fifth of what a rebuild took of our process. A write is one operation
 * for each of its indices, in their order.
 */
export class BulkRequest {
  #bytes = Buffer.allocUnsafeSlow(FIRST_CAPACITY);
  /** Where the first operation begins, and where each ends. */
  readonly #bounds = [0];

  /** How many operations there are. */
  get length(): number {
    return this.#bounds.length - 1;
  }

  get byteLength(): number {
    return this.#bounds.at(-1) ?? 0;
  }

  add({ id, version, source, indices }: DocumentWrite): void {
    for (const index of indices) {
      // Names and ids need no escape: a name is ours, and an id a board's name and two numbers.
      const action = `{"index":{"_index":"${index}","_id":"${id}","version":${version},"version_type":"external"}}\n`;
      let end = this.#reserve((action.length + source.length) * MOST_BYTES + 1);
      // One after the other: put together first, they would be copied once more.
      end += this.#bytes.write(action, end);
      end += this.#bytes.write(source, end);
      this.#bounds.push(this.#bytes.writeUInt8(LINE_END, end));
    }
  }

  /** The operations from one up to, not including, another. */
  bytes(from = 0, to = this.length): Buffer {
    return this.#bytes.subarray(this.#bounds[from], this.#bounds[to]);
  }

  /** These operations alone, in this order. */
  pick(operations: readonly number[]): BulkRequest {
    const picked = new BulkRequest();
    for (const operation of operations) {
      const bytes = this.bytes(operation, operation + 1);
      const end = picked.#reserve(bytes.length);
      picked.#bytes.set(bytes, end);
      picked.#bounds.push(end + bytes.length);
    }
    return picked;
  }

  /** The end of the operations from this one on that are at most so many bytes together; one always is taken. */
  endWithin(from: number, most: number): number {
    const end = (this.#bounds[from] ?? 0) + most;
    let to = from + 1;
    while (to < this.length && (this.#bounds[to + 1] ?? 0) <= end) to++;
    return to;
  }

  /** Makes room for so many bytes more. Answers where they begin. */
  #reserve(more: number): number {
    const end = this.byteLength;
    if (end + more > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(end + more, 2 * this.#bytes.length));
      larger.set(this.#bytes.subarray(0, end));
      this.#bytes = larger;
    }
    return end;
  }
}
