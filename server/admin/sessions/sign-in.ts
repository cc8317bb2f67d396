/**
 * Verifies passwords and codes, to sign in and before a change of the own account. Both ways have the same limits and delays against
 * guessing.
 */
import type pg from 'pg';
import { inTransaction } from '../../../platform/postgres.ts';
import { RefusedError } from '../../shared/errors.ts';
import { findPasswordSalt, provePassword, type ProvenAccount } from '../accounts/credentials.ts';
import { hashWithSalt } from '../accounts/passwords.ts';
import { checkSecondFactor, type GivenFactor, type SecondFactor } from '../accounts/second-factor.ts';
import type { RelyingParty } from '../passkeys/relying-party.ts';
import { openSession } from './sessions.ts';
import type { Attempt, SignInLimits } from './sign-in-limits.ts';

/** Passwords that are verified at the same time: each takes 19 MiB. */
const MAX_VERIFIED = 20;
/** The same for browsers in which their users have signed in before, so that attackers cannot take these slots. */
const MAX_VERIFIED_DEVICES = 5;
/** Attempts that wait for their delay at the same time: each takes a connection. */
const MAX_DELAYED = 200;

export interface SignInOptions {
  readonly pool: pg.Pool;
  readonly limits: SignInLimits;
  readonly wait: (ms: number) => Promise<unknown>;
  readonly clock: () => Date;
  /** null if passkeys cannot be used at the archive's address. */
  readonly party: RelyingParty | null;
}

export interface Secrets extends Attempt, GivenFactor {
  readonly password: string;
}

export interface SignedIn {
  readonly name: string;
  readonly token: string;
}

type Verified<T> =
  | { readonly isRight: true; readonly value: T }
  | { readonly isRight: false; readonly refusal: RefusedError; readonly isGuess: boolean };

type Work<T> = (client: pg.PoolClient, account: ProvenAccount) => Promise<T>;

/** The second factor is checked, or the work is only its first step: then nothing is proven that would clear counted guesses. */
type Step = 'whole' | 'password only';

interface Words {
  readonly status: 401 | 403;
  readonly password: readonly [code: string, message: string];
}

/** Does not reveal which names exist. */
const AT_SIGN_IN: Words = { status: 401, password: ['sign_in_failed', 'Name or password is wrong.'] };
/** 401 would mean that the session has ended. */
const IN_SESSION: Words = { status: 403, password: ['password_wrong', 'The password is wrong.'] };

export class SignInService {
  readonly #options: SignInOptions;
  readonly #delayed = new Slots(MAX_DELAYED);
  readonly #verified = new Slots(MAX_VERIFIED);
  readonly #verifiedDevices = new Slots(MAX_VERIFIED_DEVICES);

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  /**
   * `name` as `readName` returns it. Without a code and a passkey, an account that has a second factor is answered `code_required` or
   * `passkey_required` once the password is right.
   * @throws RefusedError 401 `sign_in_failed`, `code_required`, `passkey_required`, `code_wrong`, `passkey_wrong`, 429 `sign_in_limited`
   */
  async signIn(secrets: Secrets): Promise<SignedIn> {
    return this.#counted(secrets, AT_SIGN_IN, async (client) => ({
      name: secrets.name,
      token: await openSession(client),
    }));
  }

  /**
   * Runs `work` once the password is right: it prepares the second factor of a sign-in.
   * @throws RefusedError 401 `sign_in_failed`, 429 `sign_in_limited`, and errors of `work`
   */
  async begin<T>(secrets: Omit<Secrets, keyof GivenFactor>, work: Work<T>): Promise<T> {
    return this.#counted({ ...secrets, code: null, passkey: null }, AT_SIGN_IN, work, 'password only');
  }

  /**
   * Runs a change of one's own account in a transaction, once the password and the second factor are right.
   * @throws RefusedError 403 `password_wrong`, `code_required`, `passkey_required`, `code_wrong`, `passkey_wrong`, 429 `sign_in_limited`,
   * and errors of `change`
   */
  async change<T>(secrets: Secrets, change: Work<T>): Promise<T> {
    return this.#counted(secrets, IN_SESSION, change);
  }

  /**
   * Runs work that accepts a code without a password, with the limits of a sign-in. `work` throws `code_wrong` for a wrong guess.
   * @throws RefusedError 429 `sign_in_limited`, and errors of `work`
   */
  async guess<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
    const counted = await this.#options.limits.begin(attempt);
    try {
      const value = await work();
      await counted.succeeded();
      return value;
    } catch (error) {
      const isGuess = error instanceof RefusedError && error.code === 'code_wrong';
      await (isGuess ? counted.failed() : counted.withdraw());
      throw error;
    }
  }

  async #counted<T>(secrets: Secrets, words: Words, work: Work<T>, step: Step = 'whole'): Promise<T> {
    const { limits, wait } = this.#options;
    const counted = await limits.begin(secrets);
    const slots = secrets.device === null ? this.#verified : this.#verifiedDevices;
    let verified: Verified<T>;
    try {
      // Delayed attempts wait outside the slots of verification, so that attackers take none of them.
      if (counted.delayMs > 0) await this.#delayed.within(async () => wait(counted.delayMs));
      verified = await slots.within(async () => this.#verify(secrets, words, work, step));
    } catch (error) {
      await counted.withdraw();
      throw error;
    }
    if (verified.isRight) {
      await (step === 'whole' ? counted.succeeded() : counted.withdraw());
      return verified.value;
    }
    // A right password without a code is neither a guess nor a success that would clear the count of guessed codes.
    if (verified.isGuess) await counted.failed();
    else await counted.withdraw();
    throw verified.refusal;
  }

  async #verify<T>(secrets: Secrets, words: Words, work: Work<T>, step: Step): Promise<Verified<T>> {
    const { pool, clock, party } = this.#options;
    const { name, password } = secrets;
    const refused = (text: Words['password'], isGuess = true) =>
      ({ isRight: false, refusal: new RefusedError(words.status, ...text), isGuess }) as const;
    const salt = await findPasswordSalt(pool, name);
    const passwordHash = await hashWithSalt(salt, password);
    if (salt === null) return refused(words.password);
    return inTransaction(pool, async (client) => {
      const account = await provePassword(client, name, passwordHash);
      if (account === null) return refused(words.password);
      if (step === 'whole') {
        const factor = await checkSecondFactor(client, account, secrets, { now: clock(), party });
        if (isRefused(factor)) return refused([...FACTOR_REFUSALS[factor]], factor.endsWith('_wrong'));
      }
      return { isRight: true, value: await work(client, account) };
    });
  }
}

const FACTOR_REFUSALS = {
  code_missing: ['code_required', 'Enter a code of the authenticator app, or a recovery code.'],
  passkey_missing: ['passkey_required', 'Use a passkey of the account, or enter a code.'],
  code_wrong: ['code_wrong', 'The code is wrong, or was used before.'],
  passkey_wrong: ['passkey_wrong', 'The answer of the passkey is invalid or too old. Try again.'],
} as const;

function isRefused(factor: SecondFactor): factor is keyof typeof FACTOR_REFUSALS {
  return factor in FACTOR_REFUSALS;
}

/** The name of an account as it was typed. PostgreSQL rejects text with U+0000; no name contains it. */
export function readName(typed: string): string {
  return typed.trim().toLowerCase().replaceAll('\0', ' ');
}

class Slots {
  readonly #count: number;
  #taken = 0;

  constructor(count: number) {
    this.#count = count;
  }

  /** @throws RefusedError 429 `sign_in_limited` when no slot is free */
  async within<T>(work: () => Promise<T>): Promise<T> {
    if (this.#taken >= this.#count) {
      throw new RefusedError(429, 'sign_in_limited', 'Too many sign-ins at once. Try again in a moment.', 5);
    }
    this.#taken += 1;
    try {
      return await work();
    } finally {
      this.#taken -= 1;
    }
  }
}
