import type { Scheduler, SimulatedProcess } from './scheduler.ts';

interface ActiveJob<Job> {
  readonly job: Job;
  readonly holder: SimulatedProcess;
  /** Added again while active. */
  again: boolean;
}

/** Models a queue of BullMQ: one waiting job per key, one more after an active one, and stalled jobs. */
export class SimulatedRedis<Job> {
  readonly waiting = new Map<string, Job>();
  readonly active = new Set<ActiveJob<Job>>();
  readonly #scheduler: Scheduler;
  readonly #keyOf: (job: Job) => string;

  constructor(scheduler: Scheduler, keyOf: (job: Job) => string) {
    this.#scheduler = scheduler;
    this.#keyOf = keyOf;
  }

  loseEverything(): void {
    this.waiting.clear();
    this.active.clear();
  }

  jobQueueOf(process: SimulatedProcess): { waiting(): Promise<number>; add(jobs: readonly Job[]): Promise<void> } {
    return {
      waiting: () => this.#scheduler.call(process, () => this.waiting.size),
      add: (jobs) =>
        this.#scheduler.call(process, () => {
          for (const job of jobs) this.#add(job);
        }),
    };
  }

  #add(job: Job): void {
    const key = this.#keyOf(job);
    const twin = [...this.active].find((active) => this.#keyOf(active.job) === key);
    // Sometimes lets a duplicate through, as after a stall or a lost key.
    if (twin !== undefined && !this.#scheduler.chance(0.1)) twin.again = true;
    else this.waiting.set(key, job);
  }

  /** Gives the process any waiting job, as soon as there is one. */
  take(holder: SimulatedProcess): Promise<ActiveJob<Job>> {
    return this.#scheduler.call(
      holder,
      () => {
        const keys = [...this.waiting.keys()];
        const key = keys[this.#scheduler.below(keys.length)] ?? '';
        const job = this.waiting.get(key);
        if (job === undefined) throw new Error('take was run without a waiting job');
        this.waiting.delete(key);
        const active = { job, holder, again: false };
        this.active.add(active);
        return active;
      },
      () => this.waiting.size > 0,
    );
  }

  finish(active: ActiveJob<Job>): Promise<void> {
    return this.#scheduler.call(active.holder, () => {
      if (this.active.delete(active) && active.again) this.waiting.set(this.#keyOf(active.job), active.job);
    });
  }

  /** Returns the jobs of killed and frozen processes to the queue, as BullMQ does when a lock has run out. */
  returnStalled(isStalled: (holder: SimulatedProcess) => boolean): void {
    for (const active of this.active) {
      if (!isStalled(active.holder)) continue;
      this.active.delete(active);
      this.waiting.set(this.#keyOf(active.job), active.job);
    }
  }
}
