/**
 * Cuts off clients that read a long answer too slowly, or for too long. An answer that is held back by its client keeps what its
 * route holds (an export's slot), and no timeout of the work behind it runs meanwhile.
 */
import type { ServerResponse } from 'node:http';

export interface ReaderLimits {
  /** The least that a client must take on average over `windowMs` while data waits for it. */
  readonly bytesPerSecond: number;
  readonly windowMs: number;
  /** From the first byte to the last. */
  readonly longestMs: number;
}

/** What a connection has handed to the operating system, and what waits for the client, in bytes. */
export interface ReaderState {
  readonly taken: number;
  readonly waiting: number;
}

/**
 * How fast one client reads. Bytes count when the operating system accepts them, which it does in steps: a client just above the limit
 * may be cut off.
 */
export class ReaderPace {
  readonly #limits: ReaderLimits;
  readonly #began: number;
  #since: number;
  #taken = 0;

  /** `now`: milliseconds on a monotonic clock, as for `isOver`. */
  constructor(limits: ReaderLimits, now: number) {
    this.#limits = limits;
    this.#began = now;
    this.#since = now;
  }

  /** Whether the client is to be cut off. While nothing waits for it, the server is the slower one. */
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

/** Each connection is looked at this often within a window. */
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
  // After `finish` nothing waits in this process.
  for (const end of ['finish', 'close']) response.once(end, () => clearInterval(timer));
}
