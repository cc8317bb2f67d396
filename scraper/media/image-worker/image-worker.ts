/**
 * Decodes images in a child process, which a hostile image may crash. The child has a memory limit and a time limit per task and is
 * restarted after exceeding either; only the image of that task gets no thumbnail, and its partial file is deleted.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../../platform/errors.ts';
import type { ResultMessage, TaskMessage, ImageTask, ImageResults } from './protocol.ts';

/** The image cannot be decoded: it is broken, too large, or it crashed the child. */
export class ImageError extends AppError {
  constructor(message: string) {
    super('image_failed', message);
  }
}

/** The disk could not store the child's output. The image may be decoded later. */
export class ImageDiskError extends AppError {
  constructor(message: string) {
    super('image_disk_failed', message);
  }
}

export interface ImageWorker {
  /** @throws ImageError, ImageDiskError */
  run<Kind extends ImageTask['kind']>(order: Extract<ImageTask, { readonly kind: Kind }>): Promise<ImageResults[Kind]>;
  /** Process number of the running child, if there is one. */
  readonly pid: number | undefined;
  /** Number of children that died or were killed while working. */
  readonly deaths: number;
  close(): void;
}

const CHILD = fileURLToPath(new URL('child.ts', import.meta.url));
/** A task is at most three passes over an image, each limited to ten seconds by the library. */
const TASK_MS = 20_000;
/**
 * Kibibytes of writable memory that the kernel allows the child. Node reserves 600,000 of them and uses a tenth, so at most some 480 MB
 * are used.
 */
const DATA_LIMIT_KB = 1_000_000;
/** Above this the child is killed. The pixel limits (platform/images/fingerprint.ts) keep it below 260; the tests measure it. */
const MAX_RSS_MB = 280;
const WATCH_MS = 25;
/** Fragmented memory is not returned: above this the child is restarted after a task. */
const RESTART_RSS_MB = 200;

interface Waiting {
  readonly message: TaskMessage;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: ImageError | ImageDiskError) => void;
}

export function createImageWorker(taskMs = TASK_MS): ImageWorker {
  let child: ChildProcess | null = null;
  let timer: NodeJS.Timeout | undefined;
  let watch: NodeJS.Timeout | undefined;
  let deaths = 0;
  let count = 0;
  let closed = false;
  /** The queue of tasks. The child works on the first one. */
  const queue: Waiting[] = [];

  const begin = (): void => {
    const [first] = queue;
    if (first === undefined) {
      clearInterval(watch);
      watch = undefined;
      return;
    }
    child ??= start();
    timer = setTimeout(() => drop(`the task took longer than ${taskMs / 1000} s`), taskMs);
    watch ??= setInterval(() => {
      if (rssMbOf(child?.pid) > MAX_RSS_MB) drop(`the task used more than ${MAX_RSS_MB} MB of memory`);
    }, WATCH_MS);
    child.send(first.message, () => undefined);
  };
  const finish = (settle: (first: Waiting) => void): void => {
    clearTimeout(timer);
    const first = queue.shift();
    if (first !== undefined) settle(first);
    begin();
  };
  /** Kills the child. Its task fails when the child has ended, and its partial output is deleted. */
  const drop = (reason: string): void => {
    const gone = child;
    child = null;
    clearTimeout(timer);
    if (closed) return;
    deaths++;
    const fail = (): void =>
      finish(({ message, reject }) => {
        for (const output of outputsOf(message.order)) rmSync(output, { force: true });
        reject(new ImageError(reason));
      });
    if (gone === null || gone.pid === undefined || gone.exitCode !== null || gone.signalCode !== null) return fail();
    gone.once('exit', fail);
    gone.kill('SIGKILL');
  };
  const start = (): ChildProcess => {
    const started = spawnChild();
    started.on('message', (answer: ResultMessage) => {
      if (started !== child || queue[0]?.message.id !== answer.id) return;
      if (answer.rssMb > RESTART_RSS_MB) {
        child = null;
        started.kill('SIGKILL');
      }
      finish(({ resolve, reject }) => ('result' in answer ? resolve(answer.result) : reject(errorOf(answer))));
    });
    const onEnd = (how: string) => {
      if (started !== child) return;
      if (queue.length > 0) drop(`the child process ended (${how})`);
      else child = null;
    };
    started.once('exit', (code, signal) => onEnd(signal ?? `code ${code}`));
    started.once('error', (error) => onEnd(error.message));
    return started;
  };
  return {
    run: (order) =>
      new Promise((resolve, reject) => {
        if (closed) throw new ImageError('the image worker is closed');
        queue.push({ message: { id: ++count, order }, resolve: resolve as (result: unknown) => void, reject });
        if (queue.length === 1) begin();
      }),
    get pid() {
      return child?.pid;
    },
    get deaths() {
      return deaths;
    },
    close() {
      closed = true;
      clearTimeout(timer);
      clearInterval(watch);
      const gone = child;
      child = null;
      gone?.kill('SIGKILL');
      for (const { reject } of queue.splice(0)) reject(new ImageError('the image worker was closed'));
    },
  };
}

function outputsOf(order: ImageTask): readonly string[] {
  if (order.kind === 'fingerprint') return [order.scratch];
  return order.large === undefined ? [order.into] : [order.into, order.large];
}

function errorOf({
  problem,
  isOfDisk,
}: Extract<ResultMessage, { readonly problem: string }>): ImageError | ImageDiskError {
  return isOfDisk ? new ImageDiskError(problem) : new ImageError(problem);
}

const PAGE_BYTES = 4096;

/** 0 if unknown. */
function rssMbOf(pid: number | undefined): number {
  if (pid === undefined) return 0;
  try {
    const [, resident] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ');
    return (Number(resident) * PAGE_BYTES) / 2 ** 20;
  } catch {
    return 0;
  }
}

function spawnChild(): ChildProcess {
  const limited = `ulimit -c 0; ulimit -d ${DATA_LIMIT_KB} 2>/dev/null; exec "$@"`;
  const node = [process.execPath, '--max-old-space-size=64', '--max-semi-space-size=2', CHILD];
  return spawn('/bin/sh', ['-c', limited, 'sh', ...node], {
    cwd: '/',
    // Few threads and one heap, for less fragmented memory.
    env: { UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '1', NODE_COMPILE_CACHE: '' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
