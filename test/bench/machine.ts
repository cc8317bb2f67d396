import { cpus, loadavg, totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

export function describeMachine(): string {
  const [first] = cpus();
  return `${cpus().length} × ${first?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
}

const SAMPLE_MS = 500;
const IDLE_SHARE = 0.85;

/** Waits until the machine is idle, and reports if it stays busy. */
export async function quiet(say: (line: string) => void, limitMs = 20_000): Promise<void> {
  const end = performance.now() + limitMs;
  let share = await idleShare();
  while (share < IDLE_SHARE && performance.now() < end) share = await idleShare();
  if (share < IDLE_SHARE) {
    say(
      `the machine is busy with other things (load ${loadavg()[0]?.toFixed(1)}): ratios stay, absolute figures do not`,
    );
  }
}

async function idleShare(): Promise<number> {
  const before = ticks();
  await sleep(SAMPLE_MS);
  const after = ticks();
  return (after.idle - before.idle) / (after.all - before.all);
}

function ticks(): { idle: number; all: number } {
  const times = cpus().map((cpu) => cpu.times);
  const all = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { idle: times.reduce((sum, { idle }) => sum + idle, 0), all };
}
