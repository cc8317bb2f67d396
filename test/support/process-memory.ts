import { readFileSync } from 'node:fs';

/**
 * Resident memory of a process in MB now (`VmRSS`) or at its peak (`VmHWM`), read from /proc, which only Linux has.
 * `resourceUsage().maxRSS` is no peak of a spawned process: it contains the memory of its parent at the spawn.
 */
export function processMemory(pid: number | 'self' | undefined, value: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${value}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1_024;
}
