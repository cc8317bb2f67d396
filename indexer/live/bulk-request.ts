import { epochOf } from '../../mappings/elasticsearch/version.ts';
import { contains, type WrittenRange } from './posted-range.ts';

const FIRST_CAPACITY = 65_536;
/** UTF-8 takes at most three bytes for one UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;
const LINE_END = 10;

export interface DocumentWrite {
  readonly id: string;
  readonly version: number;
  readonly boardId: number;
  /** Milliseconds since 1970. */
  readonly timePosted: number;
  /** The document as JSON. */
  readonly source: string;
  /** Names of the indices that get the document. */
  readonly indices: readonly string[];
}

/**
 * The body of a `_bulk` request. A write becomes one operation for each of its indices, in their order.
 *
 * Writes become bytes when they are added. Kept as strings until the body is complete, thousands of long texts were moved
 * by the garbage collector again and again, which took a fifth of a rebuild's processor time.
 */
export class BulkRequest {
  #bytes = Buffer.allocUnsafeSlow(FIRST_CAPACITY);
  /** The start of the first operation and the end of each, in bytes. */
  readonly #bounds = [0];
  /** By index and board. */
  readonly #ranges = new Map<string, WrittenRange>();

  /** The number of operations. */
  get length(): number {
    return this.#bounds.length - 1;
  }

  get byteLength(): number {
    return this.#bounds.at(-1) ?? 0;
  }

  /** The times of posting of the documents, for each index and board. */
  ranges(): readonly WrittenRange[] {
    return [...this.#ranges.values()];
  }

  add({ id, version, source, indices, boardId, timePosted }: DocumentWrite): void {
    for (const index of indices) {
      this.#include({ index, boardId, epoch: epochOf(version), from: timePosted, until: timePosted });
      // Neither value needs escaping: index names are ours, and an id consists of a board name and two numbers.
      const action = `{"index":{"_index":"${index}","_id":"${id}","version":${version},"version_type":"external"}}\n`;
      let end = this.#reserve((action.length + source.length) * MAX_BYTES_PER_UNIT + 1);
      // Written separately: concatenating the strings first would copy the source once more.
      end += this.#bytes.write(action, end);
      end += this.#bytes.write(source, end);
      this.#bounds.push(this.#bytes.writeUInt8(LINE_END, end));
    }
  }

  /** The lines of the operations from number `from` up to, but excluding, number `to`. */
  bytes(from = 0, to = this.length): Buffer {
    return this.#bytes.subarray(this.#bounds[from], this.#bounds[to]);
  }

  /** A request of these operations only, in this order. Its ranges are those of all operations. */
  pick(operations: readonly number[]): BulkRequest {
    const picked = new BulkRequest();
    for (const range of this.#ranges.values()) picked.#include(range);
    for (const operation of operations) {
      const bytes = this.bytes(operation, operation + 1);
      const end = picked.#reserve(bytes.length);
      picked.#bytes.set(bytes, end);
      picked.#bounds.push(end + bytes.length);
    }
    return picked;
  }

  /**
   * The end (excluded) of the longest run of operations that starts at `from` and has at most `maxBytes` bytes. The run
   * has at least one operation, however long that one is.
   */
  endWithin(from: number, maxBytes: number): number {
    const end = (this.#bounds[from] ?? 0) + maxBytes;
    let to = from + 1;
    while (to < this.length && (this.#bounds[to + 1] ?? 0) <= end) to++;
    return to;
  }

  #include(range: WrittenRange): void {
    const key = `${range.boardId} ${range.index}`;
    const present = this.#ranges.get(key);
    if (present !== undefined && contains(present, range)) return;
    const from = Math.min(range.from, present?.from ?? range.from);
    const until = Math.max(range.until, present?.until ?? range.until);
    this.#ranges.set(key, { ...range, from, until });
  }

  /** Makes room for `more` bytes. Returns the offset where they begin. */
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
