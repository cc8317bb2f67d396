/**
 * Hears from PostgreSQL which threads change, on a connection of its own, so that nobody need ask about the others.
 *
 * What was heard is relied on only while a statement that went out on this connection within TRUSTED_MS was answered. Ahead
 * of that answer PostgreSQL hands out every notice of a transaction whose commit was answered before the statement came.
 * So no server shows what was changed more than TRUSTED_MS ago, whatever becomes of the connection or of the server; and
 * whoever cannot wait so long asks whether everybody heard (until-heard.ts).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { THREADS_CHANNEL } from '../../mappings/postgres/thread-mark.ts';
import { HOLD_HEARING, LEAVE_HEARING } from './sql.ts';

export const TRUSTED_MS = 2_000;
/** First key of the locks by which sessions say that they hear. */
export const HEARING_LOCKS = 1_936_028;

const BEAT_MS = 500;
const RETRY_MS = 1_000;
/** How long it stays said that a question was heard: longer than anybody waits to learn it. */
const SAID_MS = 3 * TRUSTED_MS;

export interface HearingOptions {
  /** Whose database it is; no connection is taken from it. */
  readonly pool: pg.Pool;
  /** Milliseconds on a clock that is never set. */
  readonly now: () => number;
  readonly onChange: (thread: string) => void;
  /** From here on something may have been missed. */
  readonly onLost: () => void;
  readonly log?: Pick<FastifyBaseLogger, 'warn'>;
}

type Ask = (text: string, values: readonly number[]) => Promise<void>;

export class Hearing {
  readonly #options: HearingOptions;
  readonly #closing = new AbortController();
  #isListening = false;
  #trustedUntil = -Infinity;

  constructor(options: HearingOptions) {
    this.#options = options;
  }

  /** Whatever changes from now on will be heard, or `onLost` be told. */
  get isListening(): boolean {
    return this.#isListening;
  }

  /** Whatever changed until TRUSTED_MS ago was heard. */
  get isTrusted(): boolean {
    return this.#isListening && this.#options.now() < this.#trustedUntil;
  }

  /** Ends with `close`. */
  async run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.#hear(signal).catch((error: unknown) => {
        if (!signal.aborted)
          this.#options.log?.warn({ err: error }, 'not hearing of changes: every thread is asked for');
      });
      await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  close(): void {
    this.#closing.abort();
  }

  /** Until the connection is lost or says nothing. */
  async #hear(signal: AbortSignal): Promise<void> {
    const client = new pg.Client({
      ...this.#options.pool.options,
      keepAlive: true,
      query_timeout: TRUSTED_MS,
      application_name: 'sagasu_server_listen',
    });
    const lost = new AbortController();
    const lose = () => lost.abort();
    client.on('error', lose);
    client.on('end', lose);
    signal.addEventListener('abort', lose, { once: true });
    // Not awaited: a connection that hangs would hang its end too.
    lost.signal.addEventListener('abort', () => void client.end().catch(() => undefined));
    let asked: Promise<unknown> = Promise.resolve();
    // One after another, as the driver wants it.
    const ask: Ask = async (text, values) => {
      const asking = asked.then(async () => client.query(text, [...values]));
      asked = asking.catch(() => undefined);
      await asking;
    };
    client.on('notification', ({ payload = '' }) => {
      if (payload.startsWith('?')) void this.#say(ask, Number(payload.slice(1))).catch(() => undefined);
      else this.#options.onChange(payload);
    });
    try {
      await client.connect();
      await ask(`listen ${THREADS_CHANNEL}`, []);
      // Before anything is relied on: who asks now waits for this server too.
      await ask(HOLD_HEARING, [HEARING_LOCKS, 0]);
      this.#isListening = true;
      while (!lost.signal.aborted) {
        const sentAt = this.#options.now();
        await ask('select 1', []);
        this.#trustedUntil = sentAt + TRUSTED_MS;
        await sleep(BEAT_MS, undefined, { signal: lost.signal, ref: false });
      }
    } finally {
      this.#isListening = false;
      this.#trustedUntil = -Infinity;
      this.#options.onLost();
      signal.removeEventListener('abort', lose);
      lose();
    }
  }

  /** Notices come in the order of commits: what changed before the question was asked is known here by now. */
  async #say(ask: Ask, question: number): Promise<void> {
    await ask(HOLD_HEARING, [HEARING_LOCKS, question]);
    await sleep(SAID_MS, undefined, { signal: this.#closing.signal, ref: false });
    await ask(LEAVE_HEARING, [HEARING_LOCKS, question]);
  }
}
