/** A Docker engine of Debian's packages in namespaces of its own. This machine's network, firewall and Docker stay as they are. */
import { execFile, spawn } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { lastLines, signalGroup } from '../../../dev-stores/tool.ts';
import { eventually } from '../../support/archive.ts';

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
const START = 'engine/start.sh';
/** Where start.sh mounts the repository. */
const REPOSITORY_INSIDE = '/repository';
/** Exit code of `flock`. */
const LOCKED = 75;
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 120_000;

export interface Engine {
  /** Process number of the engine's first process, whose namespaces others enter. */
  readonly pid: number;
  /** Stops every container, then the engine. */
  stop(): Promise<void>;
}

export async function startEngine(root: string, onOutput: (text: string) => void): Promise<Engine> {
  const command = ['unshare', '--mount', '--propagation', 'private', 'sh', `${root}/${START}`, root, REPOSITORY];
  // The lock is held until the last process of the engine has ended.
  const lock = ['flock', '--nonblock', '--no-fork', '--conflict-exit-code', String(LOCKED), `${root}.lock`];
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', ...lock, ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  child.stdout.on('data', (chunk: Buffer) => onOutput(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => onOutput(chunk.toString()));
  const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()));
  const holder = child.pid ?? 0;
  const kill = () => signalGroup(holder, 'SIGKILL');
  process.once('exit', kill);
  const pid = () => firstInside(holder);
  try {
    await eventually(
      'the Docker engine answers',
      async () => {
        const first = pid();
        if (child.exitCode !== null) return true;
        return first !== null && (await inside(first, ['docker', 'version'], { timeoutMs: 10_000 })).code === 0;
      },
      START_LIMIT_MS,
    );
    if (child.exitCode === LOCKED) throw new Error(`another run uses ${root}`);
    if (child.exitCode !== null) throw new Error('the Docker engine ended: its log says why');
  } catch (error) {
    kill();
    throw error;
  }
  const engine = pid() ?? 0;
  return {
    pid: engine,
    async stop() {
      process.kill(engine, 'SIGTERM');
      const late = setTimeout(kill, STOP_LIMIT_MS);
      await ended;
      clearTimeout(late);
      kill();
      process.removeListener('exit', kill);
    },
  };
}

/** The first process of the PID namespace that start.sh ends with; null until there is one. */
function firstInside(holder: number): number | null {
  try {
    const own = readlinkSync('/proc/self/ns/pid');
    const children = readFileSync(`/proc/${holder}/task/${holder}/children`, 'utf8').trim().split(' ').map(Number);
    return children.find((child) => readlinkSync(`/proc/${child}/ns/pid`) !== own) ?? null;
  } catch {
    return null;
  }
}

/** Arguments of `nsenter` for a command among the engine's files, processes and networks, in the repository's folder. */
export function enter(
  pid: number,
  command: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): string[] {
  const settings = Object.entries({
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    DOCKER_HOST: 'unix:///run/docker.sock',
    ...environment,
  }).map(([name, value]) => `${name}=${value}`);
  const namespaces = ['--mount', '--net', '--pid', '--root', `--wdns=${REPOSITORY_INSIDE}`];
  return ['--target', String(pid), ...namespaces, 'env', '--ignore-environment', ...settings, ...command];
}

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly timeoutMs?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs a command among the engine's files, processes and networks to its end. */
export async function inside(pid: number, command: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const { timeoutMs = 120_000, environment = {} } = options;
  return new Promise((resolve) => {
    execFile(
      'nsenter',
      enter(pid, command, environment),
      { timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 255;
        resolve({ code, stdout, stderr: error?.killed === true ? `${stderr}\nkilled after ${timeoutMs} ms` : stderr });
      },
    );
  });
}

/** The same for a command that must succeed. Returns what it printed to stdout. @throws Error with its last lines */
export async function insideOrThrow(
  pid: number,
  command: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const { code, stdout, stderr } = await inside(pid, command, options);
  if (code === 0) return stdout;
  throw new Error(`${command.join(' ')} ended with ${code}: ${lastLines(`${stdout}\n${stderr}`, 20)}`);
}
