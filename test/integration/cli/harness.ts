import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished, vi } from 'vitest';
import { StoreMonitor } from '../../../indexer/runtime/store-monitor.ts';
import { systemClock as clock } from '../../../indexer/runtime/clock.ts';
import type { TaskHandler } from '../../../indexer/tasks/ports.ts';
import { PostgresTaskStore } from '../../../indexer/tasks/postgres-task-store.ts';
import { runTasks } from '../../../indexer/tasks/runner.ts';
import { Signal } from '../../../indexer/runtime/signal.ts';
import { createLogger } from '../../../platform/logger.ts';
import type { Task } from '../../../mappings/contract/admin.ts';
import { runCommand } from '../../support/commands.ts';
import { worldEnvironment } from '../../support/processes.ts';
import type { World } from '../../support/world.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The lines of stdout, each a task as JSON. */
  readonly tasks: readonly Task[];
}

export interface RunningCommand {
  readonly ended: Promise<Ended>;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly interrupt: () => void;
}

/** Runs `sagasu …` as a child process without a terminal. */
export function startCommand(world: World, ...args: readonly string[]): RunningCommand {
  const child = spawn(process.execPath, ['cli/main.ts', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: worldEnvironment(world),
  });
  const read = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (read.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (read.stderr += chunk.toString()));
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    ended: once(child, 'close').then(() => withTasks({ ...read, code: child.exitCode })),
    stdout: () => read.stdout,
    stderr: () => read.stderr,
    interrupt: () => void child.kill('SIGINT'),
  };
}

/** Runs a command to its end in this process. Use `startCommand` to observe or stop it while it runs. */
export async function sagasu(world: World, ...args: readonly string[]): Promise<Ended> {
  return withTasks(await runCommand(world, args));
}

function withTasks<Result extends Pick<Ended, 'code' | 'stdout' | 'stderr'>>(
  result: Result,
): Result & Pick<Ended, 'tasks'> {
  return {
    ...result,
    get tasks() {
      return result.stdout
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Task);
    },
  };
}

/** Runs the world's tasks with the indexer's own runner until the test ends; `run` replaces the work of each task. */
export function doTasks(world: World, run: TaskHandler['run']): void {
  const logger = createLogger({ logLevel: 'silent', logFormat: 'json' }, 'test');
  const closing = new AbortController();
  const handler: TaskHandler = { run };
  const running = runTasks(
    {
      store: new PostgresTaskStore(world.pool, new StoreMonitor(logger, 'PostgreSQL')),
      handlers: { reindex: handler, rollback: handler, verify: handler },
      scheduled: true,
      worker: 'test',
      clock,
      random: Math.random,
      logger,
      newWork: new Signal(),
    },
    closing.signal,
  );
  onTestFinished(async () => {
    closing.abort();
    await running;
  });
}

export async function seen(text: () => string, wanted: string | RegExp): Promise<void> {
  await vi.waitFor(
    () => {
      if (typeof wanted === 'string' ? !text().includes(wanted) : !wanted.test(text())) {
        throw new Error(`${String(wanted)} is not in: ${text()}`);
      }
    },
    { timeout: 60_000, interval: 50 },
  );
}
