import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** How long a child may take to close before it is killed; a little more than the limit it sets itself. */
const CLOSE_LIMIT_MS = 12_000;
const RESTART_DELAY_MS = 2_000;
/** A child that ends this often in a row without having lived for a minute will not get better by itself. */
const MAX_QUICK_ENDS = 5;
const LIVED_MS = 60_000;

export interface ChildSpec {
  readonly name: string;
  /** Path of its main file from the repository's root. */
  readonly main: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Child {
  readonly name: string;
  stop(): Promise<void>;
}

export interface ChildOptions {
  readonly logDir: string;
  readonly say: (line: string) => void;
  /** The child ended again and again and is given up. */
  readonly onGivenUp: (name: string) => void;
}

/**
 * Runs one of our processes, its log in a file, and starts it again when it ends by itself. It gets a process group of
 * its own, so that Ctrl-C reaches only this process, which then closes all in order; and a channel, whose loss tells
 * it that this process was killed.
 */
export function runChild(spec: ChildSpec, options: ChildOptions): Child {
  const logFile = join(options.logDir, `${spec.name}.log`);
  const log: WriteStream = createWriteStream(logFile, { flags: 'a' });
  let stopping = false;
  let quickEnds = 0;
  let restart: NodeJS.Timeout | undefined;
  let child = launch();

  function launch(): ChildProcess {
    const startedAt = performance.now();
    const started = spawn(process.execPath, ['--enable-source-maps', join(ROOT, spec.main)], {
      cwd: process.cwd(),
      env: spec.env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    started.stdout?.pipe(log, { end: false });
    started.stderr?.pipe(log, { end: false });
    started.on('error', (error) => options.say(`${spec.name} could not be started: ${error.message}`));
    started.on('exit', (code, signal) => {
      if (stopping) return;
      quickEnds = performance.now() - startedAt < LIVED_MS ? quickEnds + 1 : 1;
      const how = signal === null ? `code ${code}` : signal;
      if (quickEnds >= MAX_QUICK_ENDS) {
        options.say(`${spec.name} ended again (${how}) and is given up; ${logFile} says why`);
        options.onGivenUp(spec.name);
        return;
      }
      options.say(`${spec.name} ended (${how}); starting it again, ${logFile} says why`);
      restart = setTimeout(() => {
        child = launch();
      }, RESTART_DELAY_MS);
    });
    return started;
  }

  return {
    name: spec.name,
    async stop() {
      stopping = true;
      clearTimeout(restart);
      await end(child);
      await new Promise<void>((resolve) => log.end(resolve));
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
