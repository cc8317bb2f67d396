/** Reads the overview every half minute, and sends what has changed to the receivers of the settings. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { toError } from '../../platform/errors.ts';
import { EVERYTHING, readOverview } from '../overview/collect.ts';
import type { OverviewPart, OverviewStores } from '../overview/part.ts';
import { nextAlerts } from './alerts.ts';
import { conditionsOf } from './conditions.ts';
import { deliver, enqueue, newDelivery, type Delivery } from './delivery.ts';
import type { Message, Sender } from './message.ts';
import type { Receiver } from './receiver.ts';
import { StateStore } from './state-store.ts';

const INTERVAL_MS = 30_000;
/** A part of the overview that takes longer is unread. */
const READ_MS = 5_000;

export interface AlertWatchOptions {
  readonly stores: OverviewStores;
  readonly parts: readonly OverviewPart[];
  readonly receivers: readonly Receiver[];
  /** The address of the archive; null if it is not set. */
  readonly archive: string | null;
  readonly log: FastifyBaseLogger;
  /** The process; for tests. */
  readonly holder?: string;
}

export class AlertWatch {
  readonly #options: AlertWatchOptions;
  readonly #store: StateStore;
  readonly #sender: Sender;
  readonly #closing = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(options: AlertWatchOptions) {
    this.#options = options;
    const { stores, archive } = options;
    const holder = options.holder ?? `${hostname()} ${process.pid} ${randomUUID().slice(0, 8)}`;
    this.#store = new StateStore({ ...stores, prefix: stores.queuePrefix, holder });
    this.#sender = { archive, server: hostname() };
  }

  /** Checks until `close`. */
  run(): void {
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
    await this.#store.release();
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.check().catch((error: unknown) => {
        this.#options.log.error({ err: toError(error) }, 'alerts could not be checked');
      });
      await sleep(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** One check. Nothing happens while another server sends. */
  async check(): Promise<void> {
    const { stores, parts, receivers, log } = this.#options;
    const before = await this.#store.claim();
    if (before === null) return;
    const overview = await readOverview(stores, parts, EVERYTHING, READ_MS);
    const textsOf = (name: string) => parts.find((part) => part.name === name)?.texts ?? {};
    const now = stores.clock();
    const { alerts, changes } = nextAlerts(before.alerts, conditionsOf(overview, textsOf), now);
    for (const { status, alert } of changes) log.warn({ alert: alert.name, status }, alert.summary);
    const message = { id: `msg_${randomUUID()}`, at: now.toISOString(), changes };
    const waiting = receivers.map((receiver) => {
      const old = before.receivers[receiver.name] ?? newDelivery(receiver.host);
      // Another host gets what waits for the former one, at once.
      const delivery = old.host === receiver.host ? old : { ...newDelivery(receiver.host), waiting: old.waiting };
      return { receiver, delivery: changes.length === 0 ? delivery : enqueue(delivery, message) };
    });
    const save = async (deliveries: readonly (readonly [string, Delivery])[]) =>
      this.#store.save({ savedAt: stores.clock().toISOString(), alerts, receivers: Object.fromEntries(deliveries) });
    // A server that dies while it sends leaves the messages to the next one, with the same ids.
    await save(waiting.map(({ receiver, delivery }) => [receiver.name, delivery]));
    const sent = await Promise.all(
      waiting.map(async ({ receiver, delivery }) => [receiver.name, await this.#deliver(receiver, delivery)] as const),
    );
    await save(sent);
  }

  async #deliver(receiver: Receiver, before: Delivery): Promise<Delivery> {
    const { stores, log } = this.#options;
    const after = await deliver(receiver, before, this.#sender, stores.clock);
    if (after.error !== null && after.failures !== before.failures)
      log.warn(
        { receiver: receiver.name, host: receiver.host, waiting: after.waiting.length },
        `alerts are not delivered: ${after.error}`,
      );
    return after;
  }
}

/** A message without alerts. */
export function testMessage(now: Date): Message {
  return { id: `msg_${randomUUID()}`, at: now.toISOString(), changes: [] };
}
