/** Runs tools such as mvn, javac and initdb to their end. */
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { accessSync, constants } from 'node:fs';
import type { Environment } from '../platform/config.ts';
import { PrerequisiteError, StartCancelledError } from './problems.ts';

/** The system account that a tool or store runs as. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Bytes of a program's output that are kept; the end contains the reason of a failure. */
const OUTPUT_LIMIT = 64 * 1024;

/**
 * Limit of a tool that the first start runs once. Alone each takes seconds; `elasticsearch-certutil` has taken more than two minutes on two
 * cores with other work. A start prints its step and can be interrupted, so a wait costs less than a refusal.
 */
export const SETUP_LIMIT_MS = 900_000;

const SLOW =
  'The machine is busy or short of memory (`uptime`, `free -m`), or a download is slow. End other work and start again: finished steps are kept.';

export interface ToolOptions {
  readonly env: Environment;
  readonly cwd?: string;
  /** null: the account of this process. */
  readonly account?: Account | null;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly onOutput?: (chunk: string) => void;
}

/**
 * Returns the output of the program.
 * @throws PrerequisiteError with its last lines when it fails, is missing or takes longer than `timeoutMs`.
 */
export async function runTool(command: string, args: readonly string[], options: ToolOptions): Promise<string> {
  if (options.signal?.aborted === true) throw new StartCancelledError();
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: options.env,
      cwd: options.cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own: Ctrl-C reaches it through `signal` only, and its children end with it.
      detached: true,
      ...(options.account && { uid: options.account.uid, gid: options.account.gid }),
    });
    let output = '';
    let failure: Error | undefined;
    const end = (error: Error) => {
      failure ??= error;
      if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
    };
    const take = (chunk: Buffer) => {
      const text = chunk.toString();
      output = (output + text).slice(-OUTPUT_LIMIT);
      options.onOutput?.(text);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    const timer = setTimeout(
      () => end(new PrerequisiteError(`${command} did not finish in ${options.timeoutMs / 1000} s. ${SLOW}`)),
      options.timeoutMs,
    );
    const cancel = () => end(new StartCancelledError());
    options.signal?.addEventListener('abort', cancel, { once: true });
    child.on('error', (cause) => {
      failure ??= new PrerequisiteError(`${command} could not be started: ${cause.message}`, { cause });
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', cancel);
      if (failure === undefined && code !== 0) {
        failure = new PrerequisiteError(`${command} failed (${signal ?? `code ${code}`}): ${lastLines(output)}`);
      }
      if (failure === undefined) resolve(output);
      else reject(failure);
    });
  });
}

/** Signals a process group whose leader may have ended. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended already.
  }
}

/** Returns whether any process of the group runs. */
export function isGroupAlive(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs under another account.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export function lastLines(text: string, count = 8): string {
  return text.trim().split(/\r?\n/).slice(-count).join('\n');
}

/** The first program of these names on the PATH, or null. */
export function findProgram(env: Environment, ...names: readonly string[]): string | null {
  const folders = [...(env['PATH'] ?? '').split(delimiter), '/usr/local/bin', '/usr/bin', '/usr/sbin', '/sbin'];
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder, name);
      if (folder !== '' && isExecutable(path)) return path;
    }
  }
  return null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
