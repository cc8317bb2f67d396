/**
 * Bounds the memory of answers that wait for their clients. Streams are read as fast as the client reads; any other answer is in memory
 * as a whole until the client has read it. `HeldAnswers` counts the waiting bytes over all connections. Clients that do not read are
 * disconnected when their answers need too much memory, and after some time in any case.
 */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Counter, Gauge, type Registry } from 'prom-client';
import { clientNetwork } from '../../shared/client-network.ts';
import { RefusedError } from '../../shared/errors.ts';
import { watchReader, type ReaderLimits } from './slow-reader.ts';

export interface HeldLimits {
  /** Over all connections. */
  readonly maxBytes: number;
  /** Over the connections of one client, so that one cannot keep others out. */
  readonly maxBytesOfClient: number;
  /** A client that has read nothing for this long is disconnected if its answer is in the way of another. */
  readonly stallMs: number;
  readonly readers: ReaderLimits;
}

/** The slowest honest readers, on a modem, take 2 KB a second. */
export const HELD_LIMITS: HeldLimits = {
  maxBytes: 64 * 1024 * 1024,
  maxBytesOfClient: 16 * 1024 * 1024,
  stallMs: 3_000,
  readers: { bytesPerSecond: 1_024, windowMs: 30_000, longestMs: 1_800_000 },
};

/** The operating system accepts about this much in one go. */
const SMALL_BYTES = 128 * 1024;

/** An answer that waits for its client. */
export interface HeldAnswer {
  readonly client: string;
  /** Bytes that the operating system has not accepted yet. */
  waiting(): number;
  /** Ends the connection. */
  cut(): void;
}

interface Progress {
  waiting: number;
  since: number;
}

export class HeldAnswers {
  readonly #limits: Omit<HeldLimits, 'readers'>;
  readonly #answers = new Map<HeldAnswer, Progress>();

  constructor(limits: Omit<HeldLimits, 'readers'>) {
    this.#limits = limits;
  }

  get bytes(): number {
    return waitingOf([...this.#answers.keys()]);
  }

  /** Notes which clients have read something. `now`: milliseconds of a monotonic clock, also in `makeRoom`. */
  look(now: number): void {
    for (const [answer, progress] of this.#answers) {
      const waiting = answer.waiting();
      if (waiting === progress.waiting) continue;
      progress.waiting = waiting;
      progress.since = now;
    }
  }

  /**
   * Whether an answer of so many bytes may be sent to a client. Without room, clients that have stalled are disconnected, the longest
   * stalled first. An answer that is larger than the limit is sent when nothing else waits.
   */
  makeRoom(client: string, bytes: number, now: number): boolean {
    this.look(now);
    const { maxBytes, maxBytesOfClient } = this.#limits;
    const isOwn = (answer: HeldAnswer) => answer.client === client;
    return this.#cutDown(isOwn, maxBytesOfClient, bytes, now) && this.#cutDown(() => true, maxBytes, bytes, now);
  }

  #cutDown(isCounted: (answer: HeldAnswer) => boolean, max: number, bytes: number, now: number): boolean {
    const counted = [...this.#answers].filter(([answer]) => isCounted(answer));
    let held = waitingOf(counted.map(([answer]) => answer));
    const hasRoom = () => held === 0 || held + bytes <= max;
    const stalled = counted
      .filter(([, { since }]) => now - since >= this.#limits.stallMs)
      .toSorted(([, one], [, other]) => one.since - other.since);
    for (const [answer] of stalled) {
      if (hasRoom()) break;
      held -= answer.waiting();
      this.#answers.delete(answer);
      answer.cut();
    }
    return hasRoom();
  }

  hold(answer: HeldAnswer, bytes: number, now: number): void {
    this.#answers.set(answer, { waiting: bytes, since: now });
  }

  release(answer: HeldAnswer): void {
    this.#answers.delete(answer);
  }
}

function waitingOf(answers: readonly HeldAnswer[]): number {
  return answers.reduce((sum, answer) => sum + answer.waiting(), 0);
}

const LOOK_EVERY_MS = 500;

export interface HeldAnswersOptions {
  readonly registry: Registry;
  readonly limits?: HeldLimits;
}

/** Registered after the plugin that compresses, so that its hook sees the bytes that are sent. */
export const heldAnswersPlugin = fp(
  async (app: FastifyInstance, { registry, limits = HELD_LIMITS }: HeldAnswersOptions) => {
    const held = new HeldAnswers(limits);
    const cuts = heldAnswersMetrics(registry, () => held.bytes);
    const timer = setInterval(() => held.look(performance.now()), LOOK_EVERY_MS).unref();
    app.addHook('onClose', async () => clearInterval(timer));
    app.addHook('onSend', (request, reply, payload, done) => {
      const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0;
      // A problem is short, and replaces an answer for which there is not enough room.
      if (bytes <= SMALL_BYTES) return done(null, payload);
      const client = clientNetwork(request.ip);
      if (!held.makeRoom(client, bytes, performance.now())) {
        cuts.inc({ what: 'refused' });
        for (const name of OF_ANSWER) void reply.removeHeader(name);
        return done(new RefusedError(503, 'answers_held', HELD));
      }
      const { raw } = reply;
      const cut = () => {
        cuts.inc({ what: 'cut' });
        request.log.info('an answer was cut off: its client did not read it');
      };
      const answer = {
        client,
        waiting: () => waitingIn(raw, bytes),
        cut: () => {
          cut();
          raw.destroy();
        },
      };
      held.hold(answer, bytes, performance.now());
      watchReader(raw, limits.readers, cut);
      for (const end of ['finish', 'close']) raw.once(end, () => held.release(answer));
      return done(null, payload);
    });
  },
  { name: 'held-answers' },
);

/** Headers that belong to the answer and not to the problem that replaces it. */
const OF_ANSWER = ['content-encoding', 'content-length', 'content-disposition', 'etag', 'last-modified'] as const;
const HELD = 'Too many long answers wait for slow readers. Try again in a moment.';

/** Until the answer is written, all of it waits. */
function waitingIn(response: ServerResponse, bytes: number): number {
  return response.headersSent ? response.writableLength : bytes;
}

/** Registers the metrics of answers that wait for their clients; returns the counter of those that were ended. */
function heldAnswersMetrics(registry: Registry, heldBytes: () => number): Counter<'what'> {
  const gauge: Gauge = new Gauge({
    name: 'sagasu_server_held_bytes',
    help: 'Bytes of answers in memory that wait for their clients.',
    registers: [registry],
    collect: () => gauge.set(heldBytes()),
  });
  return new Counter({
    name: 'sagasu_server_held_answers_total',
    help: 'Long answers of clients that did not read: cut off, or refused for lack of memory.',
    labelNames: ['what'],
    registers: [registry],
  });
}
