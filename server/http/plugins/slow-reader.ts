/**
 * Disconnects clients that read a long answer too slowly, or for too long. While a client holds an answer back, the route keeps its
 * resources (an export's slot), and no timeout of the work behind it runs.
 */
import type { ServerResponse } from 'node:http';

export interface ReaderLimits {
  /** The least that a client must take on average over `windowMs` while data waits for it. */
  readonly bytesPerSecond: number;
  readonly windowMs: number;
  /** From the first byte to the last. */
  readonly longestMs: number;
}

/** Bytes that a connection has handed to the operating system, and bytes that wait for the client. */
export interface ReaderState {
  readonly taken: number;
  readonly waiting: number;
}

/**
 * The reading pace of one client. Bytes count when the operating system accepts them, which it does in steps: a client just above the
 * limit may be disconnected.
 */
export class ReaderPace {
  readonly #limits: ReaderLimits;
  readonly #began: number;
  #since: number;
  #taken = 0;

  /** `now`: milliseconds of a monotonic clock, also in `isOver`. */
  constructor(limits: ReaderLimits, now: number) {
    this.#limits = limits;
    this.#began = now;
    this.#since = now;
  }

  /** Whether to disconnect the client. While nothing waits for it, the server is the slower side. */
  isOver({ taken, waiting }: ReaderState, now: number): boolean {
    const { bytesPerSecond, windowMs, longestMs } = this.#limits;
    if (now - this.#began >= longestMs) return true;
    const passedMs = now - this.#since;
    if (waiting > 0 && passedMs < windowMs) return false;
    const isSlow = waiting > 0 && taken - this.#taken < (bytesPerSecond * passedMs) / 1000;
    this.#since = now;
    this.#taken = taken;
    return isSlow;
  }
}

/** Each connection is checked this often within a window. */
const LOOKS_PER_WINDOW = 30;

/** Destroys the connection of a client that breaks `limits`; `onCut` is called before. */
export function watchReader(response: ServerResponse, limits: ReaderLimits, onCut: () => void): void {
  const pace = new ReaderPace(limits, performance.now());
  const look = (): void => {
    const { socket } = response;
    if (socket === null) return;
    const state = { taken: socket.bytesWritten - socket.writableLength, waiting: response.writableLength };
    if (!pace.isOver(state, performance.now())) return;
    onCut();
    socket.destroy();
  };
  const timer = setInterval(look, limits.windowMs / LOOKS_PER_WINDOW);
  timer.unref();
  // After `finish` no bytes wait in this process.
  for (const end of ['finish', 'close']) response.once(end, () => clearInterval(timer));
}
