import type { JobQueue } from '../../indexer/ports.ts';
import { indexThreadKey, type IndexThreadJob } from '../../mappings/queues.ts';
import type { Scheduler, SimulatedProcess } from './scheduler.ts';

interface ActiveJob {
  readonly job: IndexThreadJob;
  readonly holder: SimulatedProcess;
  /** Added again while active. */
  again: boolean;
}

/** BullMQ as the relay and the workers meet it: one waiting job a thread, one more after an active one, stalls. */
export class SimulatedRedis {
  readonly waiting = new Map<string, IndexThreadJob>();
  readonly active = new Set<ActiveJob>();
  readonly #scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  loseEverything(): void {
    this.waiting.clear();
    this.active.clear();
  }

  jobQueueOf(process: SimulatedProcess): JobQueue {
    return {
      waiting: () => this.#scheduler.call(process, () => this.waiting.size),
      add: (jobs) =>
        this.#scheduler.call(process, () => {
          for (const job of jobs) this.#add(job);
        }),
    };
  }

  #add(job: IndexThreadJob): void {
    const key = indexThreadKey(job);
    const twin = [...this.active].find((active) => indexThreadKey(active.job) === key);
    // Now and then a duplicate slips through, as after a stall or a lost key.
    if (twin !== undefined && !this.#scheduler.chance(0.1)) twin.again = true;
    else this.waiting.set(key, job);
  }

  /** Hands a waiting job to the process, in any order, when there is one. */
  take(holder: SimulatedProcess): Promise<ActiveJob> {
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

  finish(active: ActiveJob): Promise<void> {
    return this.#scheduler.call(active.holder, () => {
      if (this.active.delete(active) && active.again) this.waiting.set(indexThreadKey(active.job), active.job);
    });
  }

  /** What a dead or frozen process held goes back, as BullMQ does when a lock has run out. */
  returnStalled(isStalled: (holder: SimulatedProcess) => boolean): void {
    for (const active of this.active) {
      if (!isStalled(active.holder)) continue;
      this.active.delete(active);
      this.waiting.set(indexThreadKey(active.job), active.job);
    }
  }
}
