/** Limits wrong passwords for ghost posts: per network, and per post from all networks together. */
import type { Redis } from 'ioredis';
import type { PostNumber } from '../../../mappings/post.ts';
import { clientNetwork } from '../../../server/shared/client-network.ts';
import { RefusedError } from '../../../server/shared/errors.ts';
import { GrowingDelay } from '../../../server/limits/growing-delay.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Wrong passwords before the first delay. */
const FREE = 5;

export interface PasswordGuessesOptions {
  readonly redis: Redis;
  /** The prefix of the keys in Redis. */
  readonly prefix: string;
  readonly clock: () => Date;
}

export interface Guess {
  readonly board: number;
  readonly post: PostNumber;
  readonly address: string | undefined;
}

/** `right` allows the deletion. */
export type GuessOutcome = 'right' | 'wrong';

export class PasswordGuesses {
  readonly #ofNetwork: GrowingDelay;
  readonly #ofPost: GrowingDelay;

  constructor({ redis, prefix, clock }: PasswordGuessesOptions) {
    const common = { redis, clock, free: FREE, firstMs: MINUTE_MS, forgetMs: 24 * HOUR_MS };
    this.#ofNetwork = new GrowingDelay({ ...common, prefix: `${prefix}network-`, longestMs: HOUR_MS });
    this.#ofPost = new GrowingDelay({ ...common, prefix: `${prefix}post-`, longestMs: HOUR_MS / 4 });
  }

  /**
   * Counts a guess, and verifies it. While a post waits because of guesses from other networks, only the network that it was written from can delete it: a
   * right guess from elsewhere is answered like a wrong one.
   * @throws RefusedError 429 `password_wait`; what `verify` throws
   */
  async count(
    { board, post, address }: Guess,
    verify: () => Promise<{ readonly isRight: boolean; readonly isWriter: boolean }>,
  ): Promise<GuessOutcome> {
    const network = clientNetwork(address);
    const name = [String(board), `${post.num}_${post.subnum}`];
    const wait = await this.#ofNetwork.begin(network);
    if (wait > 0) throw tooMany(wait);
    const withdraw = async () => this.#ofNetwork.takeBack(network);
    let verified: Awaited<ReturnType<typeof verify>>;
    try {
      verified = await verify();
    } catch (error) {
      await withdraw();
      throw error;
    }
    const { isRight, isWriter } = verified;
    if (isRight && isWriter) {
      await withdraw();
      return 'right';
    }
    const postWait = await this.#ofPost.begin(...name);
    if (postWait > 0) {
      // Every password gets this answer, so it does not count as a guess.
      await withdraw();
      throw tooMany(postWait);
    }
    if (!isRight) return 'wrong';
    await withdraw();
    await this.#ofPost.takeBack(...name);
    return 'right';
  }
}

function tooMany(waitMs: number): RefusedError {
  const seconds = Math.ceil(waitMs / 1_000);
  const minutes = Math.ceil(seconds / 60);
  const time = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new RefusedError(429, 'password_wait', `Too many wrong passwords. Try again in ${time}.`, seconds);
}
