/** Splits a stream of bytes into messages, each of which begins with its length. */
import { ConnectionError } from '../cable-error.ts';
import { MAX_MESSAGE_BYTES } from '../codec/limits.ts';
import { ChunkQueue } from '../noise/chunk-queue.ts';

/** Enough for every allowed length. */
const MAX_LENGTH_BYTES = 5;

export class MessageSplitter {
  readonly #queue = new ChunkQueue();
  #next: number | null = null;

  /** Whether the stream may end here. */
  get isBetweenMessages(): boolean {
    return this.#next === null && this.#queue.length === 0;
  }

  /** Returns the messages that these bytes complete, without their lengths. @throws ConnectionError for a length above the limit */
  split(bytes: Buffer): Buffer[] {
    this.#queue.push(bytes);
    const messages: Buffer[] = [];
    for (;;) {
      this.#next ??= this.#readLength();
      const message = this.#next === null ? null : this.#queue.take(this.#next);
      if (message === null) return messages;
      messages.push(message);
      this.#next = null;
    }
  }

  #readLength(): number | null {
    let length = 0;
    for (let at = 0; at < MAX_LENGTH_BYTES; at += 1) {
      const byte = this.#queue.peek(at);
      if (byte === undefined) return null;
      length += (byte & 0x7f) * 128 ** at;
      if (length > MAX_MESSAGE_BYTES) break;
      if (byte >= 0x80) continue;
      this.#queue.take(at + 1);
      return length;
    }
    throw new ConnectionError(`a message is longer than ${MAX_MESSAGE_BYTES} bytes`);
  }
}
