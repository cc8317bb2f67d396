/**
 * Frames of an encrypted connection: an encrypted length, then the message in encrypted segments. A length of 0 ends the stream. A
 * connection that closes without it was cut off. Empty messages are never sent, because they would look like the end.
 */
import { ConnectionError } from '../cable-error.ts';
import { MAX_MESSAGE_BYTES } from '../codec/limits.ts';
import { ChunkQueue } from './chunk-queue.ts';
import { TAG_LENGTH, type CipherState } from './symmetric.ts';

/** Message bytes in one segment. With its tag, a segment has the maximum length of a Noise message. */
export const SEGMENT_BYTES = 65_519;
const SEALED_SEGMENT_BYTES = SEGMENT_BYTES + TAG_LENGTH;
const LENGTH_BYTES = 4;
/** Includes msg_len and the tags. */
const MAX_FRAME_BYTES = MAX_MESSAGE_BYTES + 8 + TAG_LENGTH * Math.ceil((MAX_MESSAGE_BYTES + 8) / SEGMENT_BYTES);

/**
 * sealed  the length is encrypted, as specified
 * plain   the length is not encrypted, as in the Rust implementation
 */
export type LengthForm = 'sealed' | 'plain';

function sealedLength(message: number): number {
  return message + TAG_LENGTH * Math.ceil(message / SEGMENT_BYTES);
}

export class FrameWriter {
  readonly #cipher: CipherState;
  readonly #form: LengthForm;

  constructor(cipher: CipherState, form: LengthForm = 'sealed') {
    this.#cipher = cipher;
    this.#form = form;
  }

  /** An empty message ends the stream. */
  frame(message: Uint8Array): Buffer {
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(sealedLength(message.length));
    const parts = [this.#form === 'sealed' ? this.#cipher.seal(length) : length];
    for (let from = 0; from < message.length; from += SEGMENT_BYTES)
      parts.push(this.#cipher.seal(message.subarray(from, from + SEGMENT_BYTES)));
    return Buffer.concat(parts);
  }

  end(): Buffer {
    return this.frame(Buffer.alloc(0));
  }
}

export class FrameReader {
  readonly #cipher: CipherState;
  readonly #form: LengthForm;
  readonly #queue = new ChunkQueue();
  /** Bytes of the frame that are not decrypted yet; null between two frames. */
  #left: number | null = null;
  #segments: Buffer[] = [];
  #isEnded = false;

  constructor(cipher: CipherState, form: LengthForm = 'sealed') {
    this.#cipher = cipher;
    this.#form = form;
  }

  /** Whether the other side has ended the stream. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Returns the messages that these bytes complete. @throws ConnectionError */
  read(bytes: Buffer): Buffer[] {
    if (this.#isEnded) throw new ConnectionError('unexpected bytes after the end of the stream');
    this.#queue.push(bytes);
    const messages: Buffer[] = [];
    for (;;) {
      if (this.#left === null) {
        const length = this.#queue.take(this.#form === 'sealed' ? LENGTH_BYTES + TAG_LENGTH : LENGTH_BYTES);
        if (length === null) return messages;
        this.#begin(this.#form === 'sealed' ? this.#cipher.open(length) : length);
        if (this.#isEnded) return messages;
      }
      const segment = this.#queue.take(Math.min(this.#left ?? 0, SEALED_SEGMENT_BYTES));
      if (segment === null) return messages;
      this.#segments.push(this.#cipher.open(segment));
      this.#left = (this.#left ?? 0) - segment.length;
      if (this.#left > 0) continue;
      messages.push(Buffer.concat(this.#segments));
      this.#segments = [];
      this.#left = null;
    }
  }

  #begin(length: Buffer): void {
    const left = length.readUInt32LE();
    if (left > MAX_FRAME_BYTES) throw new ConnectionError(`a frame of ${left} bytes exceeds the limit`);
    if (left > 0) {
      this.#left = left;
      return;
    }
    this.#isEnded = true;
    if (this.#queue.length > 0) throw new ConnectionError('unexpected bytes after the end of the stream');
  }
}
