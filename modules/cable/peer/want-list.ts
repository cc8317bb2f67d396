/** Hashes that peers have announced and that are not here: which peer is asked for which. Pure. */

/** What a post was announced for, and must be about. */
export interface About {
  readonly kind: 'range' | 'state';
  /** Folded. */
  readonly channel: Buffer;
}

interface Entry {
  readonly hash: Buffer;
  /** A peer may announce it for several requests. */
  readonly abouts: About[];
  /** Peers that have announced it and were not asked yet. */
  readonly links: Set<number>;
  askedOf: number | null;
  readonly waiting: Group[];
}

export interface Asked {
  readonly hash: Buffer;
  readonly abouts: readonly About[];
}

const MAX_ABOUTS = 10;

/** Several hashes that somebody waits for. */
interface Group {
  left: number;
  readonly settle: () => void;
}

export class Wanted {
  readonly #entries = new Map<string, Entry>();
  readonly #limit: number;

  /** @param limit most hashes at once, of all peers */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#entries.size;
  }

  /**
   * `settled` resolves when each of the hashes has come, or no peer is left to ask for it. `refused`: how many were one too many.
   */
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

  /** Up to `most` hashes that this peer has announced and that nobody is asked for; it is asked for them from now on. */
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

  /** It has come, from whomever. */
  arrived(name: string): void {
    const entry = this.#entries.get(name);
    if (entry === undefined) return;
    this.#entries.delete(name);
    entry.waiting.forEach(leave);
  }

  /** The peer was asked and did not send them: they are asked of another that has announced them, or given up. */
  unanswered(names: Iterable<string>, link: number): void {
    for (const name of names) {
      const entry = this.#entries.get(name);
      if (entry?.askedOf !== link) continue;
      entry.askedOf = null;
      if (entry.links.size === 0) this.arrived(name);
    }
  }

  /** The peer has gone. */
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
