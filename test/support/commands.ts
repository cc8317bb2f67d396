/** Runs commands of `sagasu` in the process of the tests, in a tenth of the time of a process of their own. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { format } from 'node:util';
import { runProgram } from '../../cli/main.ts';
import { worldEnvironment } from './processes.ts';
import type { WorldSettings } from './world.ts';

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both streams, in the order of the writes. */
  readonly output: string;
}

type Stream = 'stdout' | 'stderr';
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** The output of the running command; other code writes to the real streams. */
const output = new AsyncLocalStorage<Record<Stream | 'output', string>>();
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs `sagasu …` without a terminal. Commands run one after the other, because the environment and the exit code belong to the process.
 */
export async function runCommand(world: WorldSettings, args: readonly string[], stdin = ''): Promise<CommandResult> {
  return runCommandWith(world, {}, args, stdin);
}

/** The same with further settings. */
export async function runCommandWith(
  world: WorldSettings,
  settings: Readonly<Record<string, string>>,
  args: readonly string[],
  stdin = '',
): Promise<CommandResult> {
  const result = last.then(async () => run({ ...worldEnvironment(world), ...settings }, args, stdin));
  last = result.catch(() => undefined);
  return result;
}

async function run(
  env: Record<string, string | undefined>,
  args: readonly string[],
  stdin: string,
): Promise<CommandResult> {
  captureOutput();
  const written = { stdout: '', stderr: '', output: '' };
  const before = { env: process.env, exitCode: process.exitCode, stdin: process.stdin };
  const listeners = SIGNALS.map((signal) => process.listeners(signal));
  process.env = env;
  process.exitCode = undefined;
  giveStdin(Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]));
  try {
    await output.run(written, async () => runProgram(args));
    return { code: exitCode(), ...written };
  } finally {
    process.env = before.env;
    process.exitCode = before.exitCode;
    giveStdin(before.stdin);
    for (const [at, signal] of SIGNALS.entries()) {
      for (const listener of process.listeners(signal)) {
        if (listeners[at]?.includes(listener) !== true) process.off(signal, listener);
      }
    }
  }
}

function exitCode(): number {
  return Number(process.exitCode ?? 0);
}

function giveStdin(value: Readable): void {
  Object.defineProperty(process, 'stdin', { value, configurable: true });
}

let isCaptured = false;

/** From the first command on, writes to the streams and the console go to the command that makes them. */
function captureOutput(): void {
  if (isCaptured) return;
  isCaptured = true;
  for (const name of ['stdout', 'stderr'] as const) {
    const stream = process[name];
    const write = stream.write.bind(stream) as (...all: unknown[]) => boolean;
    stream.write = (...all: unknown[]): boolean => {
      const written = output.getStore();
      if (written === undefined) return write(...all);
      const [chunk] = all;
      add(written, name, typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString());
      const done = all.find((one) => typeof one === 'function') as (() => void) | undefined;
      if (done !== undefined) process.nextTick(done);
      return true;
    };
  }
  for (const [method, name] of [
    ['log', 'stdout'],
    ['error', 'stderr'],
  ] as const) {
    const print = console[method].bind(console);
    console[method] = (...all: unknown[]): void => {
      const written = output.getStore();
      if (written === undefined) print(...all);
      else add(written, name, `${format(...all)}\n`);
    };
  }
}

function add(written: Record<Stream | 'output', string>, name: Stream, text: string): void {
  written[name] += text;
  written.output += text;
}
