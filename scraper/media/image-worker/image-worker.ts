/**
 * Has pictures opened in a child process that may die of them. The child has a limit of memory, a limit of time for each
 * order, and is started anew after either; what it was working on then has no thumbnail, and nothing else is touched.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../../platform/errors.ts';
import type { ResultMessage, TaskMessage, ImageTask, ImageResults } from './protocol.ts';

/** The picture cannot be drawn: broken, too large, or it killed the child. */
export class ImageError extends AppError {
  constructor(message: string) {
    super('picture_failed', message);
  }
}

export interface ImageWorker {
  /** @throws ImageError */
  run<Kind extends ImageTask['kind']>(order: Extract<ImageTask, { readonly kind: Kind }>): Promise<ImageResults[Kind]>;
  /** Of the child that runs now, if one does. */
  readonly pid: number | undefined;
  /** Children that died or were killed at work. */
  readonly deaths: number;
  close(): void;
}

const CHILD = fileURLToPath(new URL('child.ts', import.meta.url));
/** One order is three passes over a picture at most, of ten seconds each by the library's own count. */
const ORDER_MS = 20_000;
/**
 * Kibibytes of writable memory that the kernel grants the child. Of these 600,000 are Node's own reservations, of which
 * it uses a tenth: some 480 MB of pages at the very most.
 */
const DATA_LIMIT_KB = 1_000_000;
/** Above this the child is killed. The rules on pixels (draw.ts) keep it below 260; measured in the tests. */
const MAX_RSS_MB = 280;
const WATCH_MS = 25;
/** Memory that the child keeps in fragments; it starts anew when nothing waits. */
const WORN_RSS_MB = 200;

interface Waiting {
  readonly message: TaskMessage;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: ImageError) => void;
}

export function createImageWorker(orderMs = ORDER_MS): ImageWorker {
  let child: ChildProcess | null = null;
  let timer: NodeJS.Timeout | undefined;
  let watch: NodeJS.Timeout | undefined;
  let deaths = 0;
  let count = 0;
  let closed = false;
  /** The first one is with the child. */
  const line: Waiting[] = [];

  const begin = (): void => {
    const [first] = line;
    if (first === undefined) {
      clearInterval(watch);
      watch = undefined;
      return;
    }
    child ??= start();
    timer = setTimeout(() => drop(`it took longer than ${orderMs / 1000} s`), orderMs);
    watch ??= setInterval(() => {
      if (rssMbOf(child?.pid) > MAX_RSS_MB) drop(`it took more than ${MAX_RSS_MB} MB of memory`);
    }, WATCH_MS);
    child.send(first.message, () => undefined);
  };
  const finish = (settle: (first: Waiting) => void): void => {
    clearTimeout(timer);
    const first = line.shift();
    if (first !== undefined) settle(first);
    begin();
  };
  /** The child goes, and with it the order that it had. */
  const drop = (reason: string): void => {
    const gone = child;
    child = null;
    gone?.kill('SIGKILL');
    if (closed) return;
    deaths++;
    finish(({ reject }) => reject(new ImageError(reason)));
  };
  const start = (): ChildProcess => {
    const started = spawnChild();
    started.on('message', (answer: ResultMessage) => {
      if (started !== child || line[0]?.message.id !== answer.id) return;
      if (answer.rssMb > WORN_RSS_MB) {
        child = null;
        started.kill('SIGKILL');
      }
      finish(({ resolve, reject }) =>
        'result' in answer ? resolve(answer.result) : reject(new ImageError(answer.problem)),
      );
    });
    const onEnd = (how: string) => {
      if (started !== child) return;
      if (line.length > 0) drop(`the process that draws ended (${how})`);
      else child = null;
    };
    started.once('exit', (code, signal) => onEnd(signal ?? `code ${code}`));
    started.once('error', (error) => onEnd(error.message));
    return started;
  };
  return {
    run: (order) =>
      new Promise((resolve, reject) => {
        if (closed) throw new ImageError('the imageWorker is closed');
        line.push({ message: { id: ++count, order }, resolve: resolve as (result: unknown) => void, reject });
        if (line.length === 1) begin();
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
      for (const { reject } of line.splice(0)) reject(new ImageError('the imageWorker was closed'));
    },
  };
}

const PAGE_BYTES = 4096;

/** 0 where the system does not say. */
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
    // Few threads and one heap: less memory in fragments.
    env: { UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '1', NODE_COMPILE_CACHE: '' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
