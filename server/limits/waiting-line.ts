import type { QueuedCaller } from './caller-kinds.ts';

export interface Waiter {
  readonly caller: QueuedCaller;
  readonly since: number;
  /** Part of the caller's share. Each request takes one slot, whatever its weight. */
  readonly weight: number;
  readonly start: (release: () => void) => void;
  readonly refuse: (reason: Error) => void;
}

/** The waiting requests of one kind of caller. */
export class WaitingLine {
  /** By caller, each in order of arrival. */
  readonly #queues = new Map<string, Waiter[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The first request of each caller. */
  get firsts(): readonly Waiter[] {
    return [...this.#queues.values()].flatMap(([first]) => first ?? []);
  }

  /** The time since which the oldest request waits; Infinity without one. */
  get oldest(): number {
    return Math.min(...this.firsts.map(({ since }) => since));
  }

  /** The last request of the caller with the most, if it has more than `key` would have with another. */
  lastOfLongest(key: string): Waiter | undefined {
    const longest = [...this.#queues.values()].reduce((most, queue) => (queue.length > most.length ? queue : most), []);
    return longest.length > (this.#queues.get(key)?.length ?? 0) + 1 ? longest.at(-1) : undefined;
  }

  add(waiter: Waiter): void {
    const { key } = waiter.caller;
    const queue = this.#queues.get(key);
    if (queue === undefined) this.#queues.set(key, [waiter]);
    else queue.push(waiter);
    this.#length += 1;
  }

  remove(waiter: Waiter): void {
    const { key } = waiter.caller;
    const queue = this.#queues.get(key) ?? [];
    const index = queue.indexOf(waiter);
    if (index === -1) return;
    queue.splice(index, 1);
    this.#length -= 1;
    if (queue.length === 0) this.#queues.delete(key);
  }
}
