import { createHash } from 'node:crypto';
import type pg from 'pg';
import { clientNetwork } from '../../http/client-network.ts';
import { RefusedError } from '../../http/errors.ts';
import { findUser, isPassword } from '../users.ts';
import type { AttemptCounter } from './attempt-counter.ts';
import type { AdminUser, Sessions } from './sessions.ts';

export const ATTEMPT_WINDOW_MS = 900_000;
/** Failed attempts in a window for one name from one network. */
const MAX_ATTEMPTS = 5;
/** Failed attempts in a window over all names and networks; above it, each further attempt is delayed a little longer. */
const UNDELAYED_FAILURES = 10;
const DELAY_PER_FAILURE_MS = 100;
const MAX_DELAY_MS = 4_000;
/** Each attempt takes 19 MiB while its password is hashed, and a connection while it is delayed. */
const MAX_CONCURRENT = 20;

const ALL_FAILURES = 'failures';

export interface SignInOptions {
  readonly pool: pg.Pool;
  readonly sessions: Sessions;
  readonly attempts: AttemptCounter;
  readonly wait: (ms: number) => Promise<unknown>;
}

export interface Credentials {
  readonly name: string;
  readonly password: string;
  /** The client's IP address. */
  readonly address: string;
}

export interface SignedIn {
  readonly user: AdminUser;
  readonly token: string;
}

/** Signs users in by name and password, and slows guessing down. Answers do not reveal which names exist. */
export class SignInService {
  readonly #options: SignInOptions;
  #concurrent = 0;

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  /** @throws RefusedError 401 `sign_in_failed`, 429 `sign_in_limited` */
  async signIn(credentials: Credentials): Promise<SignedIn> {
    if (this.#concurrent >= MAX_CONCURRENT) {
      throw new RefusedError(429, 'sign_in_limited', 'Too many sign-ins at once. Try again in a moment.', 5);
    }
    this.#concurrent += 1;
    try {
      return await this.#signIn(credentials);
    } finally {
      this.#concurrent -= 1;
    }
  }

  async #signIn({ name: typed, password, address }: Credentials): Promise<SignedIn> {
    const { pool, sessions, attempts, wait } = this.#options;
    // PostgreSQL rejects text with U+0000; no name contains it.
    const name = typed.trim().toLowerCase().replaceAll('\0', ' ');
    const key = keyOf(name, clientNetwork(address));
    // Counted before the password is verified, so that concurrent attempts cannot pass the limit together.
    const { count, endsInMs } = await attempts.add(key);
    if (count > MAX_ATTEMPTS) {
      const seconds = Math.ceil(endsInMs / 1000);
      throw new RefusedError(429, 'sign_in_limited', `Too many attempts. Try again in ${minutes(seconds)}.`, seconds);
    }
    const failures = await attempts.read(ALL_FAILURES);
    const delayMs = Math.min(MAX_DELAY_MS, (failures - UNDELAYED_FAILURES) * DELAY_PER_FAILURE_MS);
    if (delayMs > 0) await wait(delayMs);
    const user = await findUser(pool, name);
    const isRight = await isPassword(user?.password_hash ?? null, password);
    const token = user !== undefined && isRight ? await sessions.open(user.id, user.password_hash) : null;
    if (user === undefined || token === null) {
      await attempts.add(ALL_FAILURES);
      throw new RefusedError(401, 'sign_in_failed', 'Name or password is wrong.');
    }
    await attempts.clear(key);
    return { user: { id: user.id, name: user.name }, token };
  }
}

function minutes(seconds: number): string {
  const count = Math.ceil(seconds / 60);
  return count === 1 ? 'a minute' : `${count} minutes`;
}

/** Hashed, since Redis needs no names, and somebody may have typed a password as the name. */
function keyOf(name: string, network: string): string {
  return createHash('sha256')
    .update(JSON.stringify([name, network]))
    .digest('base64url');
}
