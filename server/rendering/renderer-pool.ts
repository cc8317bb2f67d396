/**
 * Renders pages in worker threads, so that rendering never delays other answers. If a page takes too long, its thread is terminated and
 * replaced. Other pages wait for a free thread for a limited time, in the order of their callers' kinds: most pages that wait are those of
 * programs.
 */
import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { RenderRequest, RenderResult } from '../../mappings/contract/rendering.ts';
import { CALLER_KINDS, type CallerKind } from '../limits/caller-kinds.ts';
import { RenderError, type PageRenderer } from './renderer.ts';

export interface RendererPoolOptions {
  /** The module that renders; a new build may replace it while the server runs. */
  readonly bundle: string;
  readonly threads: number;
  /** Time limit of one page, without waiting. */
  readonly limitMs: number;
  /** How long a page waits for a free thread. */
  readonly waitMs: number;
  /** Further pages are refused immediately. */
  readonly maxWaiting: number;
}

interface Job {
  readonly request: RenderRequest;
  readonly rank: number;
  readonly resolve: (result: RenderResult) => void;
  readonly reject: (error: RenderError) => void;
  timer: NodeJS.Timeout;
}

interface Thread {
  readonly worker: Worker;
  readonly version: string;
  job: Job | null;
}

/** One in so many pages is the one that has waited longest, so that none waits until it is given up while others are rendered. */
const LONGEST_WAITING_EVERY = 8;
/** Heap of a thread. The longest threads of posts take a tenth of it. */
const MAX_HEAP_MB = 768;
const WORKER = new URL('./render-worker.ts', import.meta.url);

interface Message {
  readonly result?: RenderResult;
  readonly error?: string;
}

export class RendererPool implements PageRenderer {
  readonly #options: RendererPoolOptions;
  readonly #threads = new Set<Thread>();
  readonly #waiting = new Set<Job>();
  #turns = 0;
  #version = '';
  #isClosed = false;

  constructor(options: RendererPoolOptions) {
    this.#options = options;
  }

  /** @throws RenderError without a module */
  async version(): Promise<string> {
    const built = await stat(this.#options.bundle).catch(() => null);
    if (built === null) throw new RenderError('failed', 'the module that renders pages is not built');
    this.#version = String(built.mtimeMs);
    return this.#version;
  }

  /** Starts all threads, which load the module. Does nothing without a module. */
  async prepare(): Promise<void> {
    const isBuilt = await this.version().then(
      () => true,
      () => false,
    );
    if (!isBuilt || this.#isClosed) return;
    while (this.#threads.size < this.#options.threads) this.#start().worker.unref();
  }

  async render(request: RenderRequest, kind: CallerKind): Promise<RenderResult> {
    if (this.#isClosed || this.#waiting.size >= this.#options.maxWaiting) {
      throw new RenderError('busy', 'too many pages are waiting to be rendered');
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#giveUp(job), this.#options.waitMs);
      const job: Job = { request, rank: CALLER_KINDS.indexOf(kind), resolve, reject, timer };
      this.#waiting.add(job);
      this.version().then(
        () => this.#next(),
        (error: RenderError) => this.#refuse(job, error),
      );
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const job of this.#waiting) this.#giveUp(job);
    await Promise.all([...this.#threads].map(async (thread) => this.#end(thread, 'failed', 'the server closes')));
  }

  #giveUp(job: Job): void {
    this.#refuse(job, new RenderError('busy', 'no thread was free to render the page'));
  }

  #refuse(job: Job, error: RenderError): void {
    this.#waiting.delete(job);
    clearTimeout(job.timer);
    job.reject(error);
  }

  #next(): void {
    if (this.#waiting.size === 0) return;
    const thread = this.#freeThread();
    if (thread === null) return;
    const job = this.#first();
    if (job === undefined) return;
    this.#waiting.delete(job);
    clearTimeout(job.timer);
    thread.job = job;
    job.timer = setTimeout(
      () => void this.#end(thread, 'slow', `the page took longer than ${this.#options.limitMs} ms`),
      this.#options.limitMs,
    );
    thread.worker.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    thread.worker.postMessage(job.request);
  }

  #first(): Job | undefined {
    this.#turns += 1;
    const [longest, ...others] = this.#waiting;
    if (this.#turns % LONGEST_WAITING_EVERY === 0) return longest;
    return others.reduce((first, job) => (first !== undefined && first.rank <= job.rank ? first : job), longest);
  }

  #freeThread(): Thread | null {
    for (const thread of this.#threads) {
      if (thread.job !== null) continue;
      if (thread.version === this.#version) return thread;
      void this.#end(thread, 'failed', 'the pages were built again');
    }
    return this.#threads.size < this.#options.threads ? this.#start() : null;
  }

  #start(): Thread {
    // A module is loaded once per address.
    const bundle = `${pathToFileURL(this.#options.bundle).href}?${this.#version}`;
    const worker = new Worker(WORKER, {
      workerData: { bundle },
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      // oxlint-disable-next-line node/no-process-env -- passed on, since the production build of React needs it
      env: { ...process.env, NODE_ENV: 'production' },
    });
    const thread: Thread = { worker, version: this.#version, job: null };
    this.#threads.add(thread);
    worker.on('message', ({ result, error }: Message) => {
      const { job } = thread;
      thread.job = null;
      // An idle thread does not keep the process alive.
      worker.unref();
      if (job !== null) {
        clearTimeout(job.timer);
        if (result === undefined) job.reject(new RenderError('failed', error ?? 'unknown'));
        else job.resolve(result);
      }
      this.#next();
    });
    const onEnd = (reason: unknown) => void this.#end(thread, 'failed', `the thread ended: ${String(reason)}`);
    worker.on('error', onEnd);
    worker.on('exit', onEnd);
    return thread;
  }

  async #end(thread: Thread, failure: 'slow' | 'failed', message: string): Promise<void> {
    if (!this.#threads.delete(thread)) return;
    const { job } = thread;
    thread.job = null;
    if (job !== null) {
      clearTimeout(job.timer);
      job.reject(new RenderError(failure, message));
    }
    this.#next();
    await thread.worker.terminate();
  }
}
