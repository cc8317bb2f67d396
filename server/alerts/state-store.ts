/**
 * One server sends, and its successor knows what was sent: the state is in PostgreSQL, with a copy in Redis for the time in which PostgreSQL
 * is away. While both are away, each server sends by what it has in memory: twice is better than not at all.
 */
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { Alert } from './alerts.ts';
import type { Delivery } from './delivery.ts';
import { CLAIM, RELEASE, SAVE } from './sql.ts';

export interface AlertState {
  readonly savedAt: string;
  readonly alerts: readonly Alert[];
  /** By name of the receiver. */
  readonly receivers: Readonly<Record<string, Delivery>>;
}

export const NOTHING: AlertState = { savedAt: new Date(0).toISOString(), alerts: [], receivers: {} };

/** Longer than a check with slow receivers takes. */
const HELD_SECONDS = 180;
const KEPT_SECONDS = 7 * 86_400;
/** A store that takes longer counts as away. */
const STORE_MS = 3_000;

export interface StateStoreOptions {
  readonly pool: pg.Pool;
  readonly redis: Redis;
  readonly prefix: string;
  /** Names this server process. */
  readonly holder: string;
}

export class StateStore {
  readonly #options: StateStoreOptions;
  /** As this server knows it; null while another server sends. */
  #own: AlertState | null = null;
  /** Neither store answered at the last check. */
  #isAlone = false;

  constructor(options: StateStoreOptions) {
    this.#options = options;
  }

  /** Returns the state if this server sends now; null while another one does. */
  async claim(): Promise<AlertState | null> {
    const inPostgres = await within(this.#claimInPostgres());
    const inRedis =
      inPostgres === 'held by another' ? inPostgres : await within(this.#claimInRedis(inPostgres !== null));
    const isHeld = inPostgres === 'held by another' || (inPostgres === null && inRedis === 'held by another');
    const wasAlone = this.#isAlone;
    this.#isAlone = inPostgres === null && inRedis === null;
    if (isHeld) {
      this.#own = null;
      return null;
    }
    const stored = [inPostgres, inRedis].flatMap((found) =>
      found === null || found === 'held by another' ? [] : (found.state ?? []),
    );
    const newest = newestOf([...stored, ...(this.#own === null ? [] : [this.#own])]);
    // Alerts that fired before both stores went away are resolved only if they are known.
    this.#own = wasAlone && !this.#isAlone ? withAlertsOf(newest, stored) : newest;
    return this.#own;
  }

  /** Never throws: without the stores the state stays in memory. */
  async save(state: AlertState): Promise<void> {
    this.#own = state;
    const { pool, redis, holder } = this.#options;
    const text = JSON.stringify(state);
    await Promise.all([
      within(pool.query(SAVE, [holder, text])),
      within(redis.set(this.#key('state'), text, 'EX', KEPT_SECONDS)),
    ]);
  }

  async release(): Promise<void> {
    const { pool, redis, holder } = this.#options;
    if (this.#own === null) return;
    await Promise.all([within(pool.query(RELEASE, [holder])), within(redis.del(this.#key('holder')))]);
  }

  async #claimInPostgres(): Promise<Claim> {
    const { pool, holder } = this.#options;
    const { rows } = await pool.query<{ state: AlertState | null }>(CLAIM, [holder, HELD_SECONDS]);
    return rows[0] === undefined ? 'held by another' : { state: rows[0].state };
  }

  /** `isSure`: PostgreSQL has decided for this server. */
  async #claimInRedis(isSure: boolean): Promise<Claim> {
    const { redis, holder } = this.#options;
    const key = this.#key('holder');
    const isFree = !isSure && (await redis.set(key, holder, 'EX', HELD_SECONDS, 'NX')) === 'OK';
    if (!isSure && !isFree && (await redis.get(key)) !== holder) return 'held by another';
    if (!isFree) await redis.set(key, holder, 'EX', HELD_SECONDS);
    const text = await redis.get(this.#key('state'));
    return { state: text === null ? null : (JSON.parse(text) as AlertState) };
  }

  #key(name: 'holder' | 'state'): string {
    return `${this.#options.prefix}:alerts:${name}`;
  }
}

type Claim = { readonly state: AlertState | null } | 'held by another';

function newestOf(states: readonly AlertState[]): AlertState {
  return states.reduce((newest, state) => (state.savedAt > newest.savedAt ? state : newest), NOTHING);
}

function withAlertsOf(own: AlertState, stored: readonly AlertState[]): AlertState {
  const known = new Set(own.alerts.map(({ key }) => key));
  const more = newestOf(stored).alerts.filter(({ key }) => !known.has(key));
  return { ...own, alerts: [...own.alerts, ...more] };
}

/** null if the store fails or does not answer. */
async function within<T>(work: Promise<T>): Promise<T | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), STORE_MS);
  return Promise.race([work.catch(() => null), late.promise]).finally(() => clearTimeout(timer));
}
