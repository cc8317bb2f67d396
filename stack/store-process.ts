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
import { isRunning, processStart } from './process-identity.ts';
import { StartCancelledError, StoreStartError } from './problems.ts';
import { isGroupAlive, lastLines, signalGroup, type Account } from './tool.ts';

/** Milliseconds that a store may take to write its data before it is killed. */
const STOP_LIMIT_MS = 30_000;
const GROUP_LIMIT_MS = 5_000;
const LOG_LIMIT_BYTES = 16 * 1024 * 1024;

export interface StoreCommand {
  /** Name in messages: PostgreSQL. */
  readonly title: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
  readonly account: Account | null;
  readonly logFile: string;
  /** File that records the identity of the process. */
  readonly recordFile: string;
  /** The signal that makes the store shut down quickly. */
  readonly stopSignal: 'SIGINT' | 'SIGTERM';
  /** Called when the store ends unexpectedly after it was ready. */
  readonly onEnd: (line: string) => void;
}

export interface StoreProcess {
  readonly pid: number;
  stop(): Promise<void>;
  /** Sends SIGKILL to the store and its children; resolves when all have ended. */
  kill(): Promise<void>;
}

interface StoreRecord {
  readonly pid: number;
  readonly started: string;
  readonly stopSignal: 'SIGINT' | 'SIGTERM';
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
  const record: StoreRecord = { pid, started: processStart(pid) ?? '', stopSignal: store.stopSignal };
  writeFileSync(store.recordFile, JSON.stringify(record));
  const guard = startGuard(pid, store.stopSignal);
  child.unref();
  let watched = false;
  // The guard must end with its store, because the process number may be reused.
  child.once('exit', (code, signal) => {
    guard.kill('SIGKILL');
    if (watched) store.onEnd(`${store.title} ended (${signal ?? `code ${code}`}); its log is ${store.logFile}`);
  });
  const stop = async () => {
    watched = false;
    await stopProcess(record);
    rmSync(store.recordFile, { force: true });
  };
  try {
    await untilReady(store, child, readiness);
  } catch (error) {
    await stop();
    throw error;
  }
  watched = true;
  return { pid, stop, kill: async () => killProcess(record) };
}

/** Stops a store that a killed owner left running. Returns its process number, or null when there is none. */
export async function stopLeftover(recordFile: string): Promise<number | null> {
  if (!existsSync(recordFile)) return null;
  const record = readRecord(recordFile);
  const running = record !== null && isRunning(record);
  if (running) await stopProcess(record);
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
  if (isRunning(record)) signalGroup(record.pid, 'SIGKILL');
  while (isRunning(record)) await sleep(20);
  // Its children may end a moment later. The wait has a limit, because zombies may never be reaped.
  const deadline = Date.now() + GROUP_LIMIT_MS;
  while (isGroupAlive(record.pid) && Date.now() < deadline) await sleep(20);
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

async function untilReady(store: StoreCommand, child: ChildProcess, readiness: Readiness): Promise<void> {
  const deadline = Date.now() + readiness.limitMs;
  for (;;) {
    if (readiness.signal?.aborted === true) throw new StartCancelledError();
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new StoreStartError(`${store.title} stopped while starting.${logEnd(store.logFile)}`);
    }
    if (await readiness.answers().catch(() => false)) return;
    if (Date.now() > deadline) {
      throw new StoreStartError(
        `${store.title} does not answer after ${readiness.limitMs / 1000} s.${logEnd(store.logFile)}`,
      );
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

function logEnd(file: string): string {
  const text = readFileSync(file, 'utf8').slice(-8192);
  return text.trim() === '' ? ` It wrote nothing to ${file}.` : ` The end of ${file}:\n${lastLines(text)}`;
}

function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process ended before the signal was sent.
  }
}
