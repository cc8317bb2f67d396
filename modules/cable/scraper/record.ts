/** Records for admins: refusals by peer and reason, and the connected peers. */
import type pg from 'pg';
import type { ConnectedPeer } from '../peer/host.ts';
import type { CableReason, HostObserver } from '../peer/observer.ts';
import type { CableMetrics } from './metrics.ts';
import { PRUNE_REFUSALS, SAVE_PEERS, SAVE_REFUSALS } from './sql.ts';

const MAX_DETAIL = 300;
const MAX_PEER = 100;
/** Limits of refusals between two saves, and in the table. A stranger may connect from many ports. */
const MAX_PENDING = 1_000;
const MAX_KEPT = 5_000;

interface Counts {
  requests: number;
  posts: number;
}

export class CabalRecord {
  readonly #cabal: number;
  readonly #metrics: CableMetrics;
  readonly #refusals = new Map<string, { peer: string; reason: CableReason; detail: string; times: number }>();
  readonly #counts = new Map<string, Counts>();

  constructor(cabal: number, metrics: CableMetrics) {
    this.#cabal = cabal;
    this.#metrics = metrics;
  }

  get observer(): HostObserver {
    return {
      refused: (peer, reason, detail, times = 1) => this.refused(peer, reason, detail, times),
      stored: this.#metrics.onStored,
      answered: (peer, request) => {
        this.#metrics.onAnswered(request);
        this.#countsOf(peer).requests += 1;
      },
      received: (peer, posts) => {
        this.#countsOf(peer).posts += posts;
      },
    };
  }

  refused(peer: string, reason: CableReason, detail: string, times = 1): void {
    this.#metrics.onRefused(reason, times);
    // Without the port, which differs for each connection.
    const name = (reason === 'connection' ? peer.replace(/:\d+$/, '') : peer).slice(0, MAX_PEER);
    this.#keep(name, reason, detail.slice(0, MAX_DETAIL), times);
  }

  #keep(peer: string, reason: CableReason, detail: string, times: number): void {
    const key = `${peer} ${reason}`;
    const known = this.#refusals.get(key);
    if (known === undefined && this.#refusals.size >= MAX_PENDING) return;
    this.#refusals.set(key, { peer, reason, detail, times: (known?.times ?? 0) + times });
  }

  async save(pool: pg.Pool, peers: readonly ConnectedPeer[], now: Date): Promise<void> {
    await this.#saveRefusals(pool, now);
    const connected = new Set(peers.map(({ peer }) => peer));
    for (const peer of this.#counts.keys()) if (!connected.has(peer)) this.#counts.delete(peer);
    const rows = peers.map(({ peer, isDialled, isPlain, since, strikes }) => ({
      peer: peer.slice(0, MAX_PEER),
      is_dialled: isDialled,
      is_plain: isPlain,
      since,
      strikes,
      ...this.#countsOf(peer),
    }));
    await pool.query(SAVE_PEERS, [this.#cabal, JSON.stringify(rows)]);
  }

  async #saveRefusals(pool: pg.Pool, now: Date): Promise<void> {
    const refusals = [...this.#refusals.values()];
    this.#refusals.clear();
    if (refusals.length === 0) return;
    try {
      await pool.query(SAVE_REFUSALS, [
        this.#cabal,
        refusals.map(({ peer }) => peer),
        refusals.map(({ reason }) => reason),
        refusals.map(({ detail }) => detail),
        refusals.map(({ times }) => times),
        now,
      ]);
    } catch (error) {
      for (const { peer, reason, detail, times } of refusals) this.#keep(peer, reason, detail, times);
      throw error;
    }
    await pool.query(PRUNE_REFUSALS, [this.#cabal, MAX_KEPT]);
  }

  #countsOf(peer: string): Counts {
    const known = this.#counts.get(peer) ?? { requests: 0, posts: 0 };
    this.#counts.set(peer, known);
    return known;
  }
}
