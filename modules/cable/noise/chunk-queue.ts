/** A queue of received bytes. Bytes are copied only when they are taken, so many small chunks cost no more than one large chunk. */
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

  /** Returns null while fewer bytes are queued. */
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

  /** Returns the byte at this position without taking it; undefined if it has not arrived. */
  peek(at: number): number | undefined {
    let before = 0;
    for (const chunk of this.#chunks) {
      if (at < before + chunk.length) return chunk[at - before];
      before += chunk.length;
    }
    return undefined;
  }
}
