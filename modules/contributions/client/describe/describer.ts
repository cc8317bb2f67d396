/**
 * Describes files in child processes, one for each core. If a file crashes its process or takes too long, it is described again without
 * decoding. Other files are not affected.
 */
import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { DumpClient } from '../../format/dump.ts';
import { DumpFileError } from './describe-file.ts';
import type { DescribeExtent, DescribeResult, Description } from './messages.ts';

export interface DescriberOptions {
  readonly client: DumpClient;
  /** Number of child processes; one for each core if omitted. */
  readonly processes?: number;
  /** Time limit for a file in milliseconds, plus the time to read its bytes. */
  readonly timeoutMs?: number;
}

export interface Describer {
  readonly processes: number;
  /** Process ids of the running children. */
  readonly pids: readonly number[];
  /** @param size The size in bytes. Large files may take longer. @throws DumpFileError */
  describe(path: Uint8Array, size: number): Promise<Description>;
  close(): void;
}

/** Enough for three passes over an image of at most ten seconds each. */
const TIMEOUT_MS = 45_000;
/** Reading speed of a slow disk. */
const BYTES_PER_MS = 2_000;
/** Files that a process has at the same time, so that the next one is ready when the first is done. */
const AHEAD = 2;
/** The compiled package has .js files. */
const CHILD = join(import.meta.dirname, `child${extname(import.meta.filename)}`);

interface Waiting {
  readonly path: Uint8Array;
  readonly size: number;
  readonly extent: DescribeExtent;
  readonly resolve: (description: Description) => void;
  readonly reject: (error: Error) => void;
}

export function createDescriber({
  client,
  processes = availableParallelism(),
  timeoutMs,
}: DescriberOptions): Describer {
  const scratch = mkdtempSync(join(tmpdir(), 'sagasu-dump-'));
  const waiting: Waiting[] = [];
  const workers = Array.from({ length: Math.max(1, processes) }, () => new Worker(next, client, scratch, timeoutMs));
  function next(): Waiting | undefined {
    return waiting.shift();
  }
  return {
    processes: workers.length,
    get pids() {
      return workers.flatMap(({ pid }) => pid ?? []);
    },
    describe: async (path, size) =>
      new Promise((resolve, reject) => {
        waiting.push({ path, size, extent: 'whole', resolve, reject });
        // The worker with the fewest files takes the next one.
        workers.reduce((least, worker) => (worker.load < least.load ? worker : least)).fill();
      }),
    close() {
      for (const worker of workers) worker.close();
      for (const { reject } of waiting.splice(0)) reject(new DumpFileError('the describer was closed'));
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

class Worker {
  readonly #next: () => Waiting | undefined;
  readonly #start: () => ChildProcess;
  readonly #timeoutMs: number;
  #child: ChildProcess | null = null;
  /** Tasks of the child, which works on the first one. */
  #tasks: { readonly id: number; readonly of: Waiting }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #count = 0;
  #closed = false;

  constructor(next: () => Waiting | undefined, client: DumpClient, scratch: string, timeoutMs = TIMEOUT_MS) {
    this.#next = next;
    this.#timeoutMs = timeoutMs;
    this.#start = () => fork(CHILD, [client.name, client.version, scratch], FORK_OPTIONS);
  }

  get load(): number {
    return this.#tasks.length;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Takes waiting files until the child has enough. */
  fill(): void {
    while (!this.#closed && this.#tasks.length < AHEAD) {
      const of = this.#next();
      if (of === undefined) return;
      this.#send(of);
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#child?.kill('SIGKILL');
    for (const { of } of this.#tasks.splice(0)) of.reject(new DumpFileError('the describer was closed'));
  }

  #send(of: Waiting): void {
    const child = (this.#child ??= this.#begin());
    const id = ++this.#count;
    this.#tasks.push({ id, of });
    if (this.#tasks.length === 1) this.#watch();
    // The callback ignores errors: sending only fails if the process ends, which is handled as its exit.
    child.send({ id, path: of.path, extent: of.extent }, () => undefined);
  }

  #watch(): void {
    clearTimeout(this.#timer);
    const [first] = this.#tasks;
    if (first === undefined) return;
    const limit = this.#timeoutMs + first.of.size / BYTES_PER_MS;
    this.#timer = setTimeout(() => this.#end('it took too long'), limit);
  }

  #begin(): ChildProcess {
    const child = this.#start();
    child.on('message', (result: DescribeResult) => {
      if (child !== this.#child || this.#tasks[0]?.id !== result.id) return;
      const [done] = this.#tasks.splice(0, 1);
      this.#watch();
      this.fill();
      if ('description' in result) done?.of.resolve(result.description);
      else done?.of.reject(new DumpFileError(result.problem));
    });
    const onEnd = (): void => {
      if (child === this.#child) this.#end('it ended the process that read it');
    };
    child.once('exit', onEnd);
    child.once('error', onEnd);
    return child;
  }

  /** Ends the child, if it is still running. The current file gets another attempt without decoding; the files behind it are sent again. */
  #end(reason: string): void {
    clearTimeout(this.#timer);
    this.#child?.kill('SIGKILL');
    this.#child = null;
    const [first, ...rest] = this.#tasks.splice(0);
    if (this.#closed || first === undefined) return;
    if (first.of.extent === 'hashes') first.of.reject(new DumpFileError(reason));
    else this.#send(withoutDecoding(first.of, reason));
    for (const { of } of rest) this.#send(of);
    this.fill();
  }
}

function withoutDecoding(waiting: Waiting, reason: string): Waiting {
  return {
    ...waiting,
    extent: 'hashes',
    resolve: ({ dump, missing }) => waiting.resolve({ dump, missing: `${missing} (${reason})` }),
  };
}

const FORK_OPTIONS: ForkOptions = {
  // 'advanced' sends buffers unchanged. execArgv replaces the flags of this process: with --inspect, each child would wait for a debugger.
  serialization: 'advanced',
  execArgv: ['--max-old-space-size=256'],
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
};
