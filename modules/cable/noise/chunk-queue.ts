/** Bytes as they arrive, taken in other portions. Copies no byte before it is taken, so a byte at a time costs no more than all at once. */
export class ChunkQueue {
  #chunks: Buffer[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#chunks.push(bytes);
    this.#length += bytes.length;
  }

  /** null while fewer bytes are there. */
  take(count: number): Buffer | null {
    if (count > this.#length) return null;
    const [first] = this.#chunks;
    if (first !== undefined && first.length > count) {
      this.#chunks[0] = first.subarray(count);
      this.#length -= count;
      return first.subarray(0, count);
    }
    const all = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks);
    this.#chunks = all.length > count ? [all.subarray(count)] : [];
    this.#length -= count;
    return all.subarray(0, count);
  }

  /** The byte at this position, which stays; undefined if it is not there. */
  peek(at: number): number | undefined {
    let before = 0;
    for (const chunk of this.#chunks) {
      if (at < before + chunk.length) return chunk[at - before];
      before += chunk.length;
    }
    return undefined;
  }
}
