/**
 * Runs a store as a child process that never outlives its owner. stop() ends it in order. When the owner is killed, a guard
 * process sees its pipe close and ends the store. When the guard is killed too, the next start finds the record of the store.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../platform/config.ts';
import { portProblem, type PortUse } from '../platform/ports.ts';
import { LOG_LIMIT_BYTES } from './limit-logs.ts';
import { groupIn, isRunning, processStart } from './process-identity.ts';
import { StartCancelledError, StoreStartError } from './problems.ts';
import { isGroupAlive, lastLines, signalGroup, type Account } from './tool.ts';

/** Milliseconds that a store may take to write its data before it is killed. */
const STOP_LIMIT_MS = 30_000;
const GROUP_LIMIT_MS = 5_000;
/** Characters at the end of a log that are searched for the reason of a failed start. */
const LOG_TAIL = 65_536;

export interface StoreCommand {
  /** Name of the store in messages, such as PostgreSQL. */
  readonly title: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
  readonly account: Account | null;
  readonly logFile: string;
  /** A log that the store writes itself, if its output lacks the reason of a failed start. */
  readonly ownLogFile?: string;
  /** Folders other than `cwd` in which its processes work. */
  readonly otherFolders?: readonly string[];
  readonly ports: readonly PortUse[];
  /** File that records the identity of the process. */
  readonly recordFile: string;
  /** The signal that makes the store shut down quickly. */
  readonly stopSignal: 'SIGINT' | 'SIGTERM';
  /** Called with `ended (SIGKILL)` when the store ended by itself after it was ready, and none of its processes is left. */
  readonly onEnd: (how: string) => void;
}

export interface StoreProcess {
  readonly pid: number;
  stop(): Promise<void>;
  /** Sends SIGKILL to the store and its children, on purpose; resolves when all have ended. */
  kill(): Promise<void>;
}

interface StoreRecord {
  readonly pid: number;
  readonly started: string;
  readonly stopSignal: 'SIGINT' | 'SIGTERM';
  /** Working folders of its processes. */
  readonly folders: readonly string[];
}

export interface Readiness {
  /** Resolves to true when the store is ready. A rejection counts as not ready. */
  readonly answers: () => Promise<boolean>;
  readonly limitMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Starts the store and waits until it answers.
 * @throws StoreStartError with the end of its log when it ends or does not answer in time; nothing is left running.
 */
export async function startStore(store: StoreCommand, readiness: Readiness): Promise<StoreProcess> {
  mkdirSync(dirname(store.recordFile), { recursive: true });
  const log = openLog(store.logFile);
  const logs = [store.logFile, ...(store.ownLogFile === undefined ? [] : [store.ownLogFile])].map(readFromHere);
  const child = spawn(store.command, store.args, {
    env: store.env,
    cwd: store.cwd,
    stdio: ['ignore', log, log],
    // A session of its own: Ctrl-C in the terminal reaches the owner only, which ends the stores in order.
    detached: true,
    ...(store.account && { uid: store.account.uid, gid: store.account.gid }),
  });
  closeSync(log);
  const pid = await spawned(child, store);
  const folders = [store.cwd, ...(store.otherFolders ?? [])];
  const record: StoreRecord = { pid, started: processStart(pid) ?? '', stopSignal: store.stopSignal, folders };
  writeFileSync(store.recordFile, JSON.stringify(record));
  const guard = startGuard(pid, store.stopSignal);
  child.unref();
  let watched = false;
  // The guard must end with its store, because the process number may be reused.
  child.once('exit', (code, signal) => {
    guard.kill('SIGKILL');
    // A killed leader may leave children, such as the server of Elasticsearch, which hold its files and ports.
    const ended = endGroup(pid);
    if (watched) void ended.then(() => watched && store.onEnd(`ended (${signal ?? `code ${code}`})`));
  });
  const stop = async () => {
    watched = false;
    await stopProcess(record);
    rmSync(store.recordFile, { force: true });
  };
  try {
    await untilReady(store, child, readiness, logs);
  } catch (error) {
    await stop();
    throw error;
  }
  watched = true;
  const kill = async () => {
    watched = false;
    await killProcess(record);
  };
  return { pid, stop, kill };
}

/** Stops a store that a killed owner left running. Returns its process number, or null when there is none. */
export async function stopLeftover(recordFile: string): Promise<number | null> {
  if (!existsSync(recordFile)) return null;
  const record = readRecord(recordFile);
  if (record === null) {
    rmSync(recordFile, { force: true });
    return null;
  }
  const leader = isRunning(record);
  // The leader may have been killed alone.
  const running = leader || (groupIn(record.pid, record.folders ?? []) ?? []).length > 0;
  if (leader) await stopProcess(record);
  else if (running) await endGroup(record.pid);
  rmSync(recordFile, { force: true });
  return running ? record.pid : null;
}

/** null when the record is incomplete because the owner was killed while it wrote it. */
function readRecord(recordFile: string): StoreRecord | null {
  try {
    return JSON.parse(readFileSync(recordFile, 'utf8')) as StoreRecord;
  } catch {
    return null;
  }
}

async function stopProcess(record: StoreRecord): Promise<void> {
  if (!isRunning(record)) return;
  trySignal(record.pid, record.stopSignal);
  const deadline = Date.now() + STOP_LIMIT_MS;
  while (isRunning(record) && Date.now() < deadline) await sleep(50);
  await killProcess(record);
}

async function killProcess(record: StoreRecord): Promise<void> {
  if (!isRunning(record)) return;
  await endGroup(record.pid);
  while (isRunning(record)) await sleep(20);
}

/** Kills what is left of the group. The wait has a limit, because zombies may never be reaped. */
async function endGroup(group: number): Promise<void> {
  signalGroup(group, 'SIGKILL');
  const deadline = Date.now() + GROUP_LIMIT_MS;
  while (isGroupAlive(group) && Date.now() < deadline) await sleep(20);
}

async function spawned(child: ChildProcess, store: StoreCommand): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(child.pid ?? 0));
    child.once('error', (cause) =>
      reject(new StoreStartError(`${store.title} could not be started: ${cause.message}`, { cause })),
    );
  });
}

function startGuard(pid: number, signal: 'SIGINT' | 'SIGTERM'): ChildProcess {
  const script = `cat >/dev/null; kill -s ${signal.slice(3)} ${pid}`;
  const guard = spawn('/bin/sh', ['-c', script, 'sagasu-guard'], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  (guard.stdin as unknown as { unref(): void }).unref();
  guard.on('error', () => undefined);
  return guard;
}

async function untilReady(
  store: StoreCommand,
  child: ChildProcess,
  readiness: Readiness,
  logs: readonly LogFromHere[],
): Promise<void> {
  const deadline = Date.now() + readiness.limitMs;
  for (;;) {
    if (readiness.signal?.aborted === true) throw new StartCancelledError();
    if (child.exitCode !== null || child.signalCode !== null) {
      const taken = await takenPort(store, logs);
      const why = taken === null ? '' : ` ${taken}`;
      throw new StoreStartError(`${store.title} stopped while starting.${why}${logEnd(logs)}`);
    }
    if (await readiness.answers().catch(() => false)) return;
    if (Date.now() > deadline) {
      throw new StoreStartError(`${store.title} does not answer after ${readiness.limitMs / 1000} s.${logEnd(logs)}`);
    }
    await sleep(100);
  }
}

/** Opens the log for appending. A long log is renamed to `.1` first. */
function openLog(file: string): number {
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file) && statSync(file).size > LOG_LIMIT_BYTES) {
    renameSync(file, join(dirname(file), `${basename(file)}.1`));
  }
  return openSync(file, 'a');
}

/** The port that kept the store from starting, as a sentence; null when another reason did. */
async function takenPort(store: StoreCommand, logs: readonly LogFromHere[]): Promise<string | null> {
  for (const use of store.ports) {
    const problem = await portProblem(use);
    if (problem !== null) return problem;
  }
  // The program that had the port may be gone already.
  const isTaken = logs.some((log) => /address already in use|failed to bind|bindexception/i.test(log.text()));
  const [first] = store.ports;
  if (!isTaken || first === undefined) return null;
  const ports = store.ports.map(({ port }) => port).join(' or ');
  return `Port ${ports} was in use by another program: start again, or set ${first.setting} to a free port.`;
}

interface LogFromHere {
  readonly file: string;
  /** The text that was written since then. */
  text(): string;
}

function readFromHere(file: string): LogFromHere {
  const from = existsSync(file) ? statSync(file).size : 0;
  const text = () => (existsSync(file) ? readFileSync(file).subarray(from).toString('utf8').slice(-LOG_TAIL) : '');
  return { file, text };
}

/** The errors if the log names its levels, otherwise its end; of the last log that anything was written to. */
function logEnd(logs: readonly LogFromHere[]): string {
  const [written] = logs.filter((log) => log.text().trim() !== '').toReversed();
  if (written === undefined) return ` It wrote nothing to ${logs.map(({ file }) => file).join(' or ')}.`;
  const lines = written.text().trim().split('\n');
  const errors = lines.filter((line) => /\[(?:ERROR|FATAL) *\]/.test(line)).join('\n');
  return ` From ${written.file}:\n${lastLines(errors === '' ? lines.join('\n') : errors)}`;
}

function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process ended before the signal was sent.
  }
}
