/** A connection to a peer, encrypted or not: messages in both directions. */
import type { Socket } from 'node:net';
import { ConnectionError } from '../cable-error.ts';
import { ChunkQueue } from '../noise/chunk-queue.ts';
import { FrameReader, FrameWriter, type LengthForm } from '../noise/frames.ts';
import { HANDSHAKE_LENGTHS, Initiator, Responder, type Ciphers, type NoiseKeys } from '../noise/handshake.ts';
import { MessageSplitter } from './message-splitter.ts';

/** Time limits for the handshake, and for the other side to end the stream. */
const HANDSHAKE_MS = 10_000;
const END_MS = 2_000;
/** The connection is closed if a peer has more unread bytes. */
const MAX_UNREAD_BYTES = 32 * 1_024 * 1_024;

/** Prologues of the specification, the TypeScript implementation and the Rust implementation. */
export const PROLOGUES = ['CABLE/1.0', 'CABLE1.0', 'CABLE'] as const;

export type Prologue = (typeof PROLOGUES)[number];

/** The version of the Rust implementation, which sends it before the handshake. Its frame lengths are not encrypted. */
const RUST_VERSION = Buffer.from([1, 0]);

interface Sealing {
  readonly writer: FrameWriter;
  readonly reader: FrameReader;
}

export class Connection {
  /** The address of the peer, for logs. */
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

  /** Resolves when more can be sent. @throws ConnectionError if the peer does not read */
  async send(message: Buffer): Promise<void> {
    if (this.#isEnding || this.#socket.destroyed) throw new ConnectionError('the connection has ended');
    if (this.#socket.writableLength > MAX_UNREAD_BYTES) {
      this.destroy();
      throw new ConnectionError('the peer does not read its messages');
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
   * Yields received messages until the peer ends the stream. Reading pauses while the caller handles a message.
   * @throws ConnectionError if the connection is cut or its bytes are invalid
   */
  async *messages(): AsyncGenerator<Buffer> {
    const splitter = new MessageSplitter();
    for (;;) {
      const bytes = await this.#input.some();
      if (bytes === null) {
        const isWhole = splitter.isBetweenMessages && this.#sealing === null;
        if (isWhole || this.#isEnding) return;
        throw new ConnectionError('the connection was closed in the middle of the stream');
      }
      const opened = this.#sealing === null ? [bytes] : this.#sealing.reader.read(bytes);
      for (const part of opened) yield* splitter.split(part);
      if (this.#sealing?.reader.isEnded === true) return;
    }
  }

  /** Ends the stream and closes the connection. */
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

/** Reads bytes from a socket in portions of any size. */
class SocketInput {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #queue = new ChunkQueue();

  constructor(socket: Socket) {
    this.#chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** Returns the next bytes; null at the end. @throws ConnectionError */
  async some(): Promise<Buffer | null> {
    if (this.#queue.length > 0) return this.#queue.take(this.#queue.length);
    try {
      const { value, done } = await this.#chunks.next();
      return done === true ? null : value;
    } catch (cause) {
      throw new ConnectionError('the connection broke', { cause });
    }
  }

  /** @throws ConnectionError if the stream ends earlier */
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

/** A connection without encryption. */
export function plainConnection(socket: Socket): Connection {
  return new Connection(socket, new SocketInput(socket), null);
}

export interface Secrets {
  readonly cabalKey: Uint8Array;
  readonly staticKeys: NoiseKeys;
  readonly prologue: Prologue;
}

/** Carries out the handshake of the dialling side. @throws ConnectionError for example if the peer has the key of another cabal */
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
 * Carries out the handshake of the listening side. Several cabals can share the port: only the key of the right one decrypts the first message.
 * @throws ConnectionError if no key does
 */
export async function secureAccepted<T extends { readonly secrets: Secrets }>(
  socket: Socket,
  cabals: readonly T[],
): Promise<{ readonly connection: Connection; readonly cabal: T }> {
  return withinLimit(socket, async (input) => {
    // An initiator that sends its version waits for ours. One key in 65,536 begins like a version; its handshake fails and is repeated with a new key.
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
    throw new ConnectionError('handshake failed: unknown cabal key, or different prologue');
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
  if (version[0] !== RUST_VERSION[0])
    throw new ConnectionError(`the peer has the unknown version ${version.join('.')}`);
}

async function withinLimit<T>(socket: Socket, work: (input: SocketInput) => Promise<T>): Promise<T> {
  const limit = setTimeout(() => socket.destroy(new ConnectionError('the handshake timed out')), HANDSHAKE_MS);
  try {
    return await work(new SocketInput(socket));
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(limit);
  }
}
