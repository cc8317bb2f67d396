/** `npm run stack` in a folder of its own, beside the stores that the tests share. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isRunning, processStart, type ProcessIdentity } from '../../dev-stores/process-identity.ts';
import { lastingPort } from './ports.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface RunningStack {
  readonly child: ChildProcess;
  readonly urls: Readonly<Record<string, string>>;
  /** The printed lines so far. */
  readonly progress: string;
}

export class OwnStack {
  readonly folder = mkdtempSync(join(tmpdir(), 'sagasu-stack-'));
  settings: Readonly<Record<string, string>> = {};
  #running: ChildProcess | undefined;

  async choosePorts(): Promise<void> {
    this.settings = {
      SAGASU_DATA: this.folder,
      SAGASU_POSTGRES_PORT: String(await lastingPort([])),
      SAGASU_REDIS_PORT: String(await lastingPort([])),
    };
  }

  /** Runs PostgreSQL and Redis unless `more` says otherwise. @throws Error with the output if they do not start. */
  async run(more: Record<string, string> = { ELASTICSEARCH_URL: 'http://127.0.0.1:1' }): Promise<RunningStack> {
    const child = spawn(process.execPath, ['dev-stores/main.ts'], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], JAVA_HOME: process.env['JAVA_HOME'], ...this.settings, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#running = child;
    let [output, progress] = ['', ''];
    child.stderr.on('data', (chunk: Buffer) => (progress += chunk.toString()));
    const up = new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (/^ELASTICSEARCH_URL=.*\n/m.test(output)) resolve();
      });
    });
    await Promise.race([up, once(child, 'exit')]);
    const urls = Object.fromEntries([...output.matchAll(/^(\w+)='(.*)'$/gm)].map(([, name, url]) => [name, url]));
    if (Object.keys(urls).length < 3) throw new Error(progress);
    return {
      child,
      urls,
      get progress() {
        return progress;
      },
    };
  }

  /** The running processes of the folder by the name of their record: `redis`, and `owner` for the stack itself. */
  get records(): Readonly<Record<string, ProcessIdentity>> {
    const names = readdirSync(join(this.folder, 'run'));
    return Object.fromEntries(
      names.map((name) => [
        name.replace('.json', ''),
        JSON.parse(readFileSync(join(this.folder, 'run', name), 'utf8')) as ProcessIdentity,
      ]),
    );
  }

  async stopRunning(): Promise<void> {
    if (this.#running !== undefined) await stop(this.#running);
  }

  removeFolder(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Returns the exit code. */
export async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await once(child, 'exit');
  }
  return child.exitCode;
}

/** '' if the process has ended. */
export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** All descendants of the process. */
export function descendants(pid: number): ProcessIdentity[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(Number(name)) === pid)
    .map(Number);
  return children.flatMap((child) => [{ pid: child, started: processStart(child) ?? '' }, ...descendants(child)]);
}

function parentOf(pid: number): number | null {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return null;
  }
}

/** Guards end with their stores, and PostgreSQL's sessions with their clients. */
export function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export async function untilGone(processes: readonly ProcessIdentity[]): Promise<void> {
  while (processes.some(isRunning)) await sleep(50);
}

export async function sql(url: string, text: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, string>>(text)).rows;
  } finally {
    await client.end();
  }
}

/**
 * The first bytes with which a port answers a message.
 * @throws Error when it closes the connection without an answer.
 */
export async function answerOf(port: number, message: string): Promise<Buffer> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write(Buffer.from(message, 'latin1'));
  const [answer] = (await Promise.race([
    once(socket, 'data'),
    once(socket, 'close').then(() => Promise.reject(new Error('closed without an answer'))),
  ])) as [Buffer];
  socket.destroy();
  return answer;
}
