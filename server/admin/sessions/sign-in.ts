import { createHash } from 'node:crypto';
import type pg from 'pg';
import { RefusedError } from '../../http/errors.ts';
import { isPassword } from '../users/password.ts';
import { READ_USER, type UserRow } from '../users/sql.ts';
import { clientNetwork } from '../../http/client-network.ts';
import type { AdminUser, Sessions } from './sessions.ts';
import type { AttemptCounter } from './attempt-counter.ts';

export const ATTEMPT_WINDOW_MS = 900_000;
/** Failed ones, a window, for one name from one network. */
const MOST_TRIES = 5;
/** Failed ones, a window, from anywhere for anybody; then every further try waits a little longer. */
const FREE_FAILURES = 10;
const WAIT_PER_FAILURE_MS = 100;
const LONGEST_WAIT_MS = 4_000;
/** Each holds 19 MiB while it is computed, and a connection while it waits. */
const MOST_AT_ONCE = 20;

const FAILURES = 'failures';

export interface SignInOptions {
  readonly pool: pg.Pool;
  readonly sessions: Sessions;
  readonly tries: AttemptCounter;
  readonly wait: (ms: number) => Promise<unknown>;
}

export interface Attempt {
  readonly name: string;
  readonly password: string;
  readonly address: string;
}

export interface SignedIn {
  readonly user: AdminUser;
  readonly token: string;
}

/** Lets people in by name and password, and makes guessing slow. Nobody learns here which names there are. */
export class SignInService {
  readonly #options: SignInOptions;
  #underWay = 0;

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  /** @throws RefusedError */
  async signIn(attempt: Attempt): Promise<SignedIn> {
    if (this.#underWay >= MOST_AT_ONCE) throw new RefusedError(429, 'sign_in_limited', 'Try again in a moment.', 5);
    this.#underWay += 1;
    try {
      return await this.#try(attempt);
    } finally {
      this.#underWay -= 1;
    }
  }

  async #try({ name: typed, password, address }: Attempt): Promise<SignedIn> {
    const { pool, sessions, tries, wait } = this.#options;
    // No name holds U+0000, and PostgreSQL takes none.
    const name = typed.trim().toLowerCase().replaceAll('\0', ' ');
    const key = keyOf(name, clientNetwork(address));
    // Counted before it is known to fail: a hundred tries at once are a hundred.
    const { count, endsInMs } = await tries.add(key);
    if (count > MOST_TRIES) {
      const seconds = Math.ceil(endsInMs / 1000);
      throw new RefusedError(429, 'sign_in_limited', `Too many tries: wait ${minutes(seconds)}.`, seconds);
    }
    const pause = Math.min(LONGEST_WAIT_MS, ((await tries.read(FAILURES)) - FREE_FAILURES) * WAIT_PER_FAILURE_MS);
    if (pause > 0) await wait(pause);
    const { rows } = await pool.query<UserRow>(READ_USER, [name]);
    const [user] = rows;
    const isRight = await isPassword(user?.password_hash ?? null, password);
    const token = user !== undefined && isRight ? await sessions.open(user.id, user.password_hash) : null;
    if (user === undefined || token === null) {
      await tries.add(FAILURES);
      throw new RefusedError(401, 'sign_in_failed', 'Name or password is wrong.');
    }
    await tries.clear(key);
    return { user: { id: user.id, name: user.name }, token };
  }
}

function minutes(seconds: number): string {
  const count = Math.ceil(seconds / 60);
  return count === 1 ? 'a minute' : `${count} minutes`;
}

/** Redis need not know who tried to sign in, and a typed name may be a password. */
function keyOf(name: string, network: string): string {
  return createHash('sha256')
    .update(JSON.stringify([name, network]))
    .digest('base64url');
}
