import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { processMemory } from '../support/process-memory.ts';
import { worldEnvironment } from '../support/processes.ts';
import type { WorldSettings } from '../support/world.ts';

const SAMPLE_MS = 100;

export interface CommandRun {
  readonly seconds: number;
  /** Peak memory in MB. */
  readonly peak: number;
}

/** Runs `sagasu …` in a process of its own. `profile` is a folder for CPU profiles. */
export async function runMeasured(
  world: WorldSettings,
  args: readonly string[],
  { profile }: { readonly profile?: string | undefined } = {},
): Promise<CommandRun> {
  const options = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const began = performance.now();
  const child = spawn(process.execPath, [...options, 'cli/main.ts', ...args], {
    env: worldEnvironment(world),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peak = 0;
  const sample = () => {
    try {
      // NaN once the process has ended.
      peak = Math.max(peak, processMemory(child.pid, 'VmHWM') || 0);
    } catch {
      // It is gone.
    }
  };
  const timer = setInterval(sample, SAMPLE_MS);
  await once(child, 'close');
  clearInterval(timer);
  if (child.exitCode !== 0) throw new Error(`sagasu ${args[0]} ended with code ${child.exitCode}`);
  return { seconds: (performance.now() - began) / 1000, peak: Math.round(peak) };
}
