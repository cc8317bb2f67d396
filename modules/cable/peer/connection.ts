/** A connection to a peer, encrypted or in the clear: messages in both directions. */
import type { Socket } from 'node:net';
import { ConnectionError } from '../cable-error.ts';
import { ChunkQueue } from '../noise/chunk-queue.ts';
import { FrameReader, FrameWriter, type LengthForm } from '../noise/frames.ts';
import { HANDSHAKE_LENGTHS, Initiator, Responder, type Ciphers, type NoiseKeys } from '../noise/handshake.ts';
import { MessageSplitter } from './message-splitter.ts';

/** For the handshake, and for the other side's end of the stream. */
const HANDSHAKE_MS = 10_000;
const END_MS = 2_000;
/** A peer that does not read what it asked for. */
const MAX_UNREAD_BYTES = 32 * 1_024 * 1_024;

/** The prologues of the programs that encrypt: the specification's, and those of the implementations in TypeScript and in Rust. */
export const PROLOGUES = ['CABLE/1.0', 'CABLE1.0', 'CABLE'] as const;

export type Prologue = (typeof PROLOGUES)[number];

/** Version of the implementation in Rust, which sends it before the handshake and its lengths in the clear. */
const RUST_VERSION = Buffer.from([1, 0]);

interface Sealing {
  readonly writer: FrameWriter;
  readonly reader: FrameReader;
}

export class Connection {
  /** The address of the other side, for logs. */
  readonly peer: string;
  readonly #socket: Socket;
  readonly #input: SocketInput;
  readonly #sealing: Sealing | null;
  #isEnding = false;

  constructor(socket: Socket, input: SocketInput, sealing: Sealing | null) {
    this.peer = `${socket.remoteAddress ?? 'unknown'}:${socket.remotePort ?? 0}`;
    this.#socket = socket;
    this.#input = input;
    this.#sealing = sealing;
  }

  get isPlain(): boolean {
    return this.#sealing === null;
  }

  /** Resolves when the peer has room for more. @throws ConnectionError if it does not read at all. */
  async send(message: Buffer): Promise<void> {
    if (this.#isEnding || this.#socket.destroyed) throw new ConnectionError('the connection has ended');
    if (this.#socket.writableLength > MAX_UNREAD_BYTES) {
      this.destroy();
      throw new ConnectionError('the peer does not read what it is sent');
    }
    const bytes = this.#sealing?.writer.frame(message) ?? message;
    if (this.#socket.write(bytes)) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        this.#socket.off('drain', done);
        this.#socket.off('close', done);
        resolve();
      };
      this.#socket.on('drain', done);
      this.#socket.on('close', done);
    });
  }

  /**
   * The messages that arrive, until the peer ends the stream. Reads no further while one is handled.
   * @throws ConnectionError if the connection is cut, or its bytes cannot be understood
   */
  async *messages(): AsyncGenerator<Buffer> {
    const splitter = new MessageSplitter();
    for (;;) {
      const bytes = await this.#input.some();
      if (bytes === null) {
        const isWhole = splitter.isBetweenMessages && this.#sealing === null;
        if (isWhole || this.#isEnding) return;
        throw new ConnectionError('the connection was cut');
      }
      const opened = this.#sealing === null ? [bytes] : this.#sealing.reader.read(bytes);
      for (const part of opened) yield* splitter.split(part);
      if (this.#sealing?.reader.isEnded === true) return;
    }
  }

  /** Says that nothing more is sent, and closes. */
  end(): void {
    if (this.#isEnding || this.#socket.destroyed) return;
    this.#isEnding = true;
    if (this.#sealing === null) this.#socket.end();
    else this.#socket.end(this.#sealing.writer.end());
    setTimeout(() => this.destroy(), END_MS).unref();
  }

  destroy(): void {
    this.#isEnding = true;
    this.#socket.destroy();
  }
}

/** The bytes of a socket, in portions of any size. */
class SocketInput {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #queue = new ChunkQueue();

  constructor(socket: Socket) {
    this.#chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** What has arrived; null at the end. @throws ConnectionError */
  async some(): Promise<Buffer | null> {
    if (this.#queue.length > 0) return this.#queue.take(this.#queue.length);
    try {
      const { value, done } = await this.#chunks.next();
      return done === true ? null : value;
    } catch (cause) {
      throw new ConnectionError('the connection broke', { cause });
    }
  }

  /** @throws ConnectionError if the stream ends before. */
  async exactly(count: number): Promise<Buffer> {
    for (;;) {
      const bytes = this.#queue.take(count);
      if (bytes !== null) return bytes;
      const more = await this.#chunks.next().catch((cause: unknown) => {
        throw new ConnectionError('the connection broke during the handshake', { cause });
      });
      if (more.done === true) throw new ConnectionError('the connection ended during the handshake');
      this.#queue.push(more.value);
    }
  }
}

/** In the clear: whoever connects can read all. */
export function plainConnection(socket: Socket): Connection {
  return new Connection(socket, new SocketInput(socket), null);
}

export interface Secrets {
  readonly cabalKey: Uint8Array;
  readonly staticKeys: NoiseKeys;
  readonly prologue: Prologue;
}

/** The handshake of whoever dials. @throws ConnectionError, also if the peer has another cabal's key */
export async function secureDialled(socket: Socket, secrets: Secrets): Promise<Connection> {
  return withinLimit(socket, async (input) => {
    const initiator = new Initiator({ psk: secrets.cabalKey, ...secrets });
    if (isRust(secrets)) {
      socket.write(RUST_VERSION);
      assertVersion(await input.exactly(RUST_VERSION.length));
    }
    socket.write(initiator.first());
    socket.write(initiator.third(await input.exactly(HANDSHAKE_LENGTHS[1])));
    return sealed(socket, input, initiator.ciphers(), secrets);
  });
}

/**
 * The handshake of whoever listens. Several cabals may share the port: the first message says which one is meant.
 * @throws ConnectionError if it is none of them
 */
export async function secureAccepted<T extends { readonly secrets: Secrets }>(
  socket: Socket,
  cabals: readonly T[],
): Promise<{ readonly connection: Connection; readonly cabal: T }> {
  return withinLimit(socket, async (input) => {
    // An initiator that sends its version waits for ours. One key in 65,536 begins like a version; whoever has it dials again.
    const start = await input.exactly(RUST_VERSION.length);
    const isVersioned = start.equals(RUST_VERSION) && cabals.some(({ secrets }) => isRust(secrets));
    if (isVersioned) socket.write(RUST_VERSION);
    const length = HANDSHAKE_LENGTHS[0];
    const first = isVersioned
      ? await input.exactly(length)
      : Buffer.concat([start, await input.exactly(length - start.length)]);
    for (const cabal of cabals.filter(({ secrets }) => isRust(secrets) === isVersioned)) {
      const { secrets } = cabal;
      const responder = new Responder({ psk: secrets.cabalKey, ...secrets });
      const second = secondOf(responder, first);
      if (second === null) continue;
      socket.write(second);
      responder.finish(await input.exactly(HANDSHAKE_LENGTHS[2]));
      return { connection: sealed(socket, input, responder.ciphers(), secrets), cabal };
    }
    throw new ConnectionError('whoever dialled has the key of none of our cabals, or another prologue');
  });
}

function secondOf(responder: Responder, first: Buffer): Buffer | null {
  try {
    return responder.second(first);
  } catch (error) {
    if (error instanceof ConnectionError) return null;
    throw error;
  }
}

const isRust = ({ prologue }: Secrets): boolean => prologue === 'CABLE';

function sealed(socket: Socket, input: SocketInput, ciphers: Ciphers, secrets: Secrets): Connection {
  const form: LengthForm = isRust(secrets) ? 'plain' : 'sealed';
  return new Connection(socket, input, {
    writer: new FrameWriter(ciphers.send, form),
    reader: new FrameReader(ciphers.receive, form),
  });
}

function assertVersion(version: Buffer): void {
  if (version[0] !== RUST_VERSION[0]) throw new ConnectionError(`the peer speaks version ${version.join('.')}`);
}

async function withinLimit<T>(socket: Socket, work: (input: SocketInput) => Promise<T>): Promise<T> {
  const limit = setTimeout(() => socket.destroy(new ConnectionError('the handshake took too long')), HANDSHAKE_MS);
  try {
    return await work(new SocketInput(socket));
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(limit);
  }
}
