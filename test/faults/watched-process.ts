import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { processUrl, worldEnvironment } from '../support/processes.ts';
import type { World } from '../support/world.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const START_LIMIT_MS = 90_000;
/** Length of the log's end that failures quote. */
const KEPT_CHARACTERS = 20_000;
/** pino's level of an error. */
const ERROR_LEVEL = 50;

const running = new Set<WatchedProcess>();

/** Kills every process that this one has started. */
export async function killAll(): Promise<void> {
  await Promise.all([...running].map(async (each) => each.kill()));
}

/** A process of ours whose unexpected end and logged errors are recorded. */
export class WatchedProcess {
  readonly child: ChildProcess;
  readonly #main: string;
  #log = '';
  #unread = '';
  #isEndAsked = false;
  readonly #waiters = new Set<{ readonly text: string; readonly resolve: () => void }>();
  /** Lines that the process logged as errors. */
  readonly errors: string[] = [];

  constructor(main: string, world: World, settings: Readonly<Record<string, string>> = {}) {
    this.#main = main;
    this.child = spawn(process.execPath, [main], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...worldEnvironment(world),
        DATABASE_URL: processUrl(main, world),
        SAGASU_SECRET: 'a secret that is long enough for tests',
        ...settings,
      },
    });
    running.add(this);
    this.child.once('exit', () => running.delete(this));
    this.child.stderr?.on('data', (chunk: Buffer) => this.#read(chunk.toString()));
  }

  get log(): string {
    return this.#log;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** How the process ended without a request; null otherwise. */
  get unexpectedEnd(): string | null {
    if (this.isRunning || this.#isEndAsked) return null;
    return `${this.#main} ended by itself (${this.child.signalCode ?? this.child.exitCode}): ${this.#log.slice(-2_000)}`;
  }

  /** Resident memory in MiB; 0 after the process has ended. */
  get residentMb(): number {
    try {
      const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
    } catch {
      return 0;
    }
  }

  /** Waits for a line with this text. Earlier lines count too. */
  async logged(text: string): Promise<this> {
    if (this.#log.includes(text)) return this;
    const limit = new AbortController();
    const { signal } = limit;
    const found = new Promise<null>((resolve) => this.#waiters.add({ text, resolve: () => resolve(null) }));
    const ended = once(this.child, 'exit', { signal }).then(() => 'it ended', ignoreAbort);
    const late = sleep(START_LIMIT_MS, `${START_LIMIT_MS / 1000} s went by`, { signal }).catch(ignoreAbort);
    const failure = await Promise.race([found, ended, late]);
    limit.abort();
    if (failure !== null) throw new Error(`${this.#main} did not log ${text}, ${failure}: ${this.#log.slice(-2_000)}`);
    return this;
  }

  /** Waits until the process ends by itself, as expected, and returns the exit code. */
  async ended(): Promise<number | null> {
    this.#isEndAsked = true;
    if (this.isRunning) await once(this.child, 'exit');
    return this.child.exitCode;
  }

  freeze(): void {
    this.child.kill('SIGSTOP');
  }

  thaw(): void {
    this.child.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Asks the process to end and returns its exit code; null if it had to be killed. */
  async stop(): Promise<number | null> {
    await this.#end('SIGTERM');
    return this.child.exitCode;
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (!this.isRunning) return;
    this.#isEndAsked = true;
    const ended = once(this.child, 'exit');
    this.child.kill(signal);
    await ended;
  }

  #read(text: string): void {
    this.#log = (this.#log + text).slice(-KEPT_CHARACTERS);
    const lines = (this.#unread + text).split('\n');
    this.#unread = lines.pop() ?? '';
    for (const line of lines) {
      const level = Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? 0);
      // Lines that are not JSON are Node's own last output.
      if (level >= ERROR_LEVEL || !line.startsWith('{')) this.errors.push(messageOf(line));
      for (const waiter of this.#waiters) {
        if (!line.includes(waiter.text)) continue;
        this.#waiters.delete(waiter);
        waiter.resolve();
      }
    }
  }
}

function messageOf(line: string): string {
  const message = /"msg":"((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? line;
  const cause = /"message":"((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? '';
  return `${message} ${cause}`.trim().slice(0, 300);
}

function ignoreAbort(): null {
  return null;
}
