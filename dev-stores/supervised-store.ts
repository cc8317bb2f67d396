/** Keeps one store running: a PostgreSQL, a Redis, or one node of Elasticsearch. */
import { setTimeout as sleep } from 'node:timers/promises';
import { toError } from '../platform/errors.ts';
import { givenUpLine, restartLine, RestartPolicy } from '../platform/restart-policy.ts';
import type { StartContext } from './start-context.ts';
import type { StoreProcess } from './store-process.ts';

export interface Launch {
  /** Cancels the start. */
  readonly signal: AbortSignal | undefined;
  /** True if the store ran before and ended, so that it may have left something behind. */
  readonly isRestart: boolean;
  /** Called with `ended (SIGKILL)` when the store ends by itself. */
  readonly onEnd: (how: string) => void;
}

export interface StoreToSupervise {
  readonly title: string;
  readonly logFile: string;
  /** Resolves when the store answers. Nothing is left running when it rejects. */
  readonly launch: (launch: Launch) => Promise<StoreProcess>;
}

type Reports = Pick<StartContext, 'onProgress' | 'onGivenUp' | 'signal'>;

/**
 * Starts the store, and starts it again with growing delays whenever it ends by itself. After too many failures it is left ended, and
 * `onGivenUp` is called once. @throws whatever the first start throws.
 */
export async function superviseStore(reports: Reports, store: StoreToSupervise): Promise<SupervisedStore> {
  const supervised = new SupervisedStore(reports, store);
  await supervised.start();
  return supervised;
}

export class SupervisedStore implements StoreProcess {
  readonly #reports: Reports;
  readonly #store: StoreToSupervise;
  readonly #policy = new RestartPolicy();
  #running: StoreProcess | null = null;
  #lastPid = 0;
  /** Ends the restart that is in progress. */
  #cancel = new AbortController();
  #restarting: Promise<void> = Promise.resolve();

  constructor(reports: Reports, store: StoreToSupervise) {
    this.#reports = reports;
    this.#store = store;
  }

  /** The process that runs, or ran last. */
  get pid(): number {
    return this.#lastPid;
  }

  async start(): Promise<void> {
    await this.#launch(this.#reports.signal, false);
  }

  async stop(): Promise<void> {
    await this.#cancelRestart();
    await this.#running?.stop();
    this.#running = null;
  }

  /** Kills the store on purpose: it stays ended until `restart`. */
  async kill(): Promise<void> {
    await this.#cancelRestart();
    await this.#running?.kill();
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.#launch(this.#cancel.signal, true);
  }

  async #launch(signal: AbortSignal | undefined, isRestart: boolean): Promise<void> {
    this.#running = await this.#store.launch({ signal, isRestart, onEnd: (how) => this.#onEnd(how) });
    this.#lastPid = this.#running.pid;
  }

  #onEnd(how: string): void {
    this.#restarting = this.#restart(how, this.#cancel.signal);
  }

  async #cancelRestart(): Promise<void> {
    this.#cancel.abort();
    await this.#restarting;
    this.#cancel = new AbortController();
  }

  async #restart(how: string, signal: AbortSignal): Promise<void> {
    const { title, logFile } = this.#store;
    const { onProgress, onGivenUp } = this.#reports;
    const began = performance.now();
    for (let reason = how; ;) {
      const delayMs = this.#policy.failed(performance.now());
      if (delayMs === null) return onGivenUp(givenUpLine(title, reason, logFile));
      onProgress(restartLine(title, reason, delayMs, logFile));
      try {
        await sleep(delayMs, undefined, { signal });
        await this.#launch(signal, true);
        return onProgress(`${title} runs again after ${Math.ceil((performance.now() - began) / 1000)} s`);
      } catch (error) {
        if (signal.aborted) return;
        reason = `failed to start (${firstLine(toError(error).message)})`;
      }
    }
  }
}

/** The further lines of the message are the end of the log. */
function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? '';
}
