/** Limits of failed sign-ins: for a name from a network, from a network, for a name, and from a browser that has signed in before. */
import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { clientNetwork } from '../../shared/client-network.ts';
import { RefusedError } from '../../shared/errors.ts';
import { AttemptCounter } from './attempt-counter.ts';

const QUARTER_MS = 900_000;
const HOUR_MS = 3_600_000;

/** Failed attempts for one name from one network in 15 minutes. */
const MAX_FOR_NAME_FROM_NETWORK = 5;
/** Failed attempts from one network in an hour, whatever the names. */
const MAX_FROM_NETWORK = 20;
/** Failed attempts for one name in an hour from all networks together, without those of browsers that have signed in with it. */
const MAX_FOR_NAME = 20;
/** Failed attempts in an hour from one browser that has signed in with the name. */
const MAX_FROM_DEVICE = 10;

/** Failed attempts in 15 minutes over all names and networks; above it, each further attempt is delayed a little longer. */
const UNDELAYED_FAILURES = 10;
const DELAY_PER_FAILURE_MS = 100;
const MAX_DELAY_MS = 4_000;

const ALL_FAILURES = 'failures';

export interface Attempt {
  readonly name: string;
  /** The client's IP address. */
  readonly address: string;
  /** Id of a browser that has signed in with the name before; null for others. */
  readonly device: string | null;
}

export interface CountedAttempt {
  /** How long to wait before the password is verified. */
  readonly delayMs: number;
  succeeded(): Promise<void>;
  failed(): Promise<void>;
  /** Ends an attempt for which no password was verified. */
  withdraw(): Promise<void>;
}

export interface SignInLimitsOptions {
  readonly redis: Redis;
  /** Prefix of the keys in Redis. */
  readonly prefix: string;
  readonly clock: () => Date;
}

interface Limit {
  readonly counter: AttemptCounter;
  readonly key: string;
  readonly max: number;
}

export class SignInLimits {
  readonly #quarter: AttemptCounter;
  readonly #hour: AttemptCounter;

  constructor({ redis, prefix, clock }: SignInLimitsOptions) {
    this.#quarter = new AttemptCounter({ redis, prefix, windowMs: QUARTER_MS, clock });
    this.#hour = new AttemptCounter({ redis, prefix: `${prefix}hour-`, windowMs: HOUR_MS, clock });
  }

  /**
   * Counts an attempt before its password is verified, so that concurrent attempts cannot pass a limit together.
   * @throws RefusedError 429 `sign_in_limited`
   */
  async begin(attempt: Attempt): Promise<CountedAttempt> {
    const limits = this.#limitsOf(attempt);
    // Counts in sequence: an attempt that one limit refuses does not count for the next limit, which others share.
    for (const { counter, key, max } of limits) {
      const { count, endsInMs } = await counter.add(key);
      if (count > max) throw limited(Math.ceil(endsInMs / 1000));
    }
    const [own, ...shared] = limits;
    return {
      delayMs: attempt.device === null ? await this.#delayMs() : 0,
      succeeded: async () => {
        await own?.counter.clear(own.key);
        // A successful sign-in keeps the failures of others counted, so that attackers get no new attempts.
        await takeBack(shared);
      },
      withdraw: async () => takeBack(limits),
      failed: async () => void (await this.#quarter.add(ALL_FAILURES)),
    };
  }

  #limitsOf({ name, address, device }: Attempt): readonly Limit[] {
    if (device !== null) return [{ counter: this.#hour, key: keyOf('device', device), max: MAX_FROM_DEVICE }];
    const network = clientNetwork(address);
    return [
      { counter: this.#quarter, key: keyOf(name, network), max: MAX_FOR_NAME_FROM_NETWORK },
      { counter: this.#hour, key: keyOf('network', network), max: MAX_FROM_NETWORK },
      { counter: this.#hour, key: keyOf('name', name), max: MAX_FOR_NAME },
    ];
  }

  async #delayMs(): Promise<number> {
    const failures = await this.#quarter.read(ALL_FAILURES);
    return Math.max(0, Math.min(MAX_DELAY_MS, (failures - UNDELAYED_FAILURES) * DELAY_PER_FAILURE_MS));
  }
}

async function takeBack(limits: readonly Limit[]): Promise<void> {
  for (const { counter, key } of limits) await counter.takeBack(key);
}

function limited(seconds: number): RefusedError {
  const count = Math.ceil(seconds / 60);
  const time = count === 1 ? 'a minute' : `${count} minutes`;
  return new RefusedError(429, 'sign_in_limited', `Too many attempts. Try again in ${time}.`, seconds);
}

/** Hashed, since Redis needs no names, and somebody may have typed a password as the name. */
function keyOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
