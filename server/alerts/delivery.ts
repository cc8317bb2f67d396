/** Messages that wait for a receiver, and its failures. A failing receiver is tried again after 1, 2, 4 … 30 minutes. */
import { toError } from '../../platform/errors.ts';
import type { Message, Sender } from './message.ts';
import type { Receiver } from './receiver.ts';

export interface Delivery {
  readonly host: string;
  /** Oldest first. */
  readonly waiting: readonly Message[];
  /** Consecutive failures. */
  readonly failures: number;
  readonly failingSince: string | null;
  readonly error: string | null;
  readonly retryAt: string | null;
  readonly sentAt: string | null;
}

/** Older messages are dropped: a receiver that fails for days needs a mend, not a flood. */
const MOST_WAITING = 20;
const FIRST_RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 30 * 60_000;

export function newDelivery(host: string): Delivery {
  return { host, waiting: [], failures: 0, failingSince: null, error: null, retryAt: null, sentAt: null };
}

/** Pure. */
export function enqueue(delivery: Delivery, message: Message): Delivery {
  return { ...delivery, waiting: [...delivery.waiting, message].slice(-MOST_WAITING) };
}

/** Sends what waits, up to the first failure. Never throws. */
export async function deliver(
  receiver: Receiver,
  before: Delivery,
  sender: Sender,
  clock: () => Date,
): Promise<Delivery> {
  let delivery = before;
  if (delivery.retryAt !== null && Date.parse(delivery.retryAt) > clock().getTime()) return delivery;
  for (const message of before.waiting) {
    try {
      await receiver.send(message, sender);
      delivery = { ...newDelivery(receiver.host), waiting: delivery.waiting.slice(1), sentAt: clock().toISOString() };
    } catch (error) {
      return failed(delivery, toError(error).message, clock());
    }
  }
  return delivery;
}

function failed(delivery: Delivery, error: string, now: Date): Delivery {
  const failures = delivery.failures + 1;
  const waitMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
  return {
    ...delivery,
    failures,
    error,
    failingSince: delivery.failingSince ?? now.toISOString(),
    retryAt: new Date(now.getTime() + waitMs).toISOString(),
  };
}
