/** Announced hashes whose posts have not arrived, and the peer from which each is requested. Pure. */

/** The request for which a post was announced. The post must match it. */
export interface About {
  readonly kind: 'range' | 'state';
  /** The channel key. */
  readonly channel: Buffer;
}

interface Entry {
  readonly hash: Buffer;
  /** Peers may announce it for several requests. */
  readonly abouts: About[];
  /** Peers that have announced it, and from which it was not requested yet. */
  readonly links: Set<number>;
  askedOf: number | null;
  readonly waiting: Group[];
}

export interface Asked {
  readonly hash: Buffer;
  readonly abouts: readonly About[];
}

const MAX_ABOUTS = 10;

/** The hashes of one call of `want`. */
interface Group {
  left: number;
  readonly settle: () => void;
}

export class WantList {
  readonly #entries = new Map<string, Entry>();
  readonly #limit: number;

  /** @param limit For the hashes of all peers together. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** `settled` resolves when each hash has arrived or cannot be requested from any peer. `refused`: the number of hashes above the limit. */
  want(
    hashes: readonly Buffer[],
    link: number,
    about: About,
  ): { readonly settled: Promise<void>; readonly refused: number } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const group: Group = { left: 1, settle: resolve };
    let refused = 0;
    for (const hash of hashes) {
      const name = hash.toString('hex');
      let entry = this.#entries.get(name);
      if (entry === undefined) {
        if (this.#entries.size >= this.#limit) {
          refused += 1;
          continue;
        }
        entry = { hash, abouts: [], links: new Set(), askedOf: null, waiting: [] };
        this.#entries.set(name, entry);
      }
      if (!entry.abouts.includes(about) && entry.abouts.length < MAX_ABOUTS) entry.abouts.push(about);
      if (entry.askedOf !== link) entry.links.add(link);
      entry.waiting.push(group);
      group.left += 1;
    }
    leave(group);
    return { settled: promise, refused };
  }

  /** Returns up to `most` hashes to request from this peer: it has announced them, and they are not requested from another. */
  take(link: number, most: number): Map<string, Asked> {
    const taken = new Map<string, Asked>();
    for (const [name, entry] of this.#entries) {
      if (taken.size >= most) break;
      if (entry.askedOf !== null || !entry.links.delete(link)) continue;
      entry.askedOf = link;
      taken.set(name, { hash: entry.hash, abouts: entry.abouts });
    }
    return taken;
  }

  /** The post has arrived, from any peer. */
  arrived(name: string): void {
    const entry = this.#entries.get(name);
    if (entry === undefined) return;
    this.#entries.delete(name);
    entry.waiting.forEach(leave);
  }

  /** The peer did not send these posts. Another peer that has announced them is next; without one they are given up. */
  unanswered(names: Iterable<string>, link: number): void {
    for (const name of names) {
      const entry = this.#entries.get(name);
      if (entry?.askedOf !== link) continue;
      entry.askedOf = null;
      if (entry.links.size === 0) this.arrived(name);
    }
  }

  /** The peer has disconnected. */
  lost(link: number): void {
    for (const [name, entry] of this.#entries) {
      entry.links.delete(link);
      if (entry.askedOf === link) entry.askedOf = null;
      if (entry.askedOf === null && entry.links.size === 0) this.arrived(name);
    }
  }
}

function leave(group: Group): void {
  group.left -= 1;
  if (group.left === 0) group.settle();
}
