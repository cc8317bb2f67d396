/**
 * Frames of an encrypted connection: a sealed length, then the message in sealed segments. A sealed length of 0 without anything after it
 * ends the stream; a connection that ends without it was cut. An empty message looks the same as the end, and none is ever sent.
 */
import { ConnectionError } from '../cable-error.ts';
import { MAX_MESSAGE_BYTES } from '../codec/limits.ts';
import { ChunkQueue } from './chunk-queue.ts';
import { TAG_LENGTH, type CipherState } from './symmetric.ts';

/** Bytes of a message in one segment: with its seal a segment is as long as Noise allows. */
export const SEGMENT_BYTES = 65_519;
const SEALED_SEGMENT_BYTES = SEGMENT_BYTES + TAG_LENGTH;
const LENGTH_BYTES = 4;
/** msg_len itself, and the seals. */
const MAX_FRAME_BYTES = MAX_MESSAGE_BYTES + 8 + TAG_LENGTH * Math.ceil((MAX_MESSAGE_BYTES + 8) / SEGMENT_BYTES);

/**
 * sealed  the length is sealed, as the specification has it
 * plain   the length is in the clear, as the implementation in Rust has it
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

  /** An empty message is the end of the stream. */
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
  /** Bytes of the frame that have not been opened; null between two frames. */
  #left: number | null = null;
  #segments: Buffer[] = [];
  #isEnded = false;

  constructor(cipher: CipherState, form: LengthForm = 'sealed') {
    this.#cipher = cipher;
    this.#form = form;
  }

  /** Whether the other side has said that it sends nothing more. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** The messages that these bytes complete. @throws ConnectionError */
  read(bytes: Buffer): Buffer[] {
    if (this.#isEnded) throw new ConnectionError('bytes follow the end of the stream');
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
    if (left > MAX_FRAME_BYTES) throw new ConnectionError(`a frame of ${left} bytes is too long`);
    if (left > 0) {
      this.#left = left;
      return;
    }
    this.#isEnded = true;
    if (this.#queue.length > 0) throw new ConnectionError('bytes follow the end of the stream');
  }
}
