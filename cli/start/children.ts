import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { givenUpLine, restartLine, RestartPolicy } from '../../platform/restart-policy.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Milliseconds a process may take to close before it is killed; a little more than the limit it sets itself. */
const CLOSE_LIMIT_MS = 9_000;

export interface ChildSpec {
  readonly name: string;
  /** Path of its main file, relative to the repository's root. */
  readonly main: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Child {
  readonly name: string;
  stop(): Promise<void>;
}

export interface ChildOptions {
  /** null: the log goes where that of this process goes. */
  readonly logDir: string | null;
  readonly print: (line: string) => void;
  /** Receives the reason when the process has ended too often and is not restarted again. */
  readonly onGivenUp: (reason: string) => void;
}

/**
 * Runs one of Sagasu's processes with its log in a file, and restarts it when it ends by itself. The process gets a process
 * group of its own, so that Ctrl-C reaches only this process, which closes all of them in order. It also gets an IPC
 * channel, which breaks when this process is killed.
 */
export function runChild(spec: ChildSpec, options: ChildOptions): Child {
  const logFile = options.logDir === null ? null : join(options.logDir, `${spec.name}.log`);
  const log: WriteStream | null = logFile === null ? null : createWriteStream(logFile, { flags: 'a' });
  let stopping = false;
  const policy = new RestartPolicy();
  let restart: NodeJS.Timeout | undefined;
  let child = launch();

  function launch(): ChildProcess {
    const started = spawn(process.execPath, ['--enable-source-maps', join(ROOT, spec.main)], {
      cwd: process.cwd(),
      env: spec.env,
      detached: true,
      stdio: log === null ? ['ignore', 'inherit', 'inherit', 'ipc'] : ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    if (log !== null) for (const stream of [started.stdout, started.stderr]) stream?.pipe(log, { end: false });
    started.on('error', (error) => options.print(`${spec.name} failed to start: ${error.message}`));
    started.on('exit', (code, signal) => {
      if (stopping) return;
      const how = `ended (${signal ?? `code ${code}`})`;
      const delayMs = policy.failed(performance.now());
      if (delayMs === null) {
        options.onGivenUp(givenUpLine(spec.name, how, logFile));
        return;
      }
      options.print(restartLine(spec.name, how, delayMs, logFile));
      restart = setTimeout(() => {
        child = launch();
      }, delayMs);
    });
    return started;
  }

  return {
    name: spec.name,
    async stop() {
      stopping = true;
      clearTimeout(restart);
      await end(child);
      if (log !== null) await new Promise<void>((resolve) => log.end(resolve));
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const kill = setTimeout(() => child.kill('SIGKILL'), CLOSE_LIMIT_MS);
  await ended;
  clearTimeout(kill);
}
