/** A process number is used again; number and time of start together name one process. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface ProcessIdentity {
  readonly pid: number;
  readonly started: string;
}

/** When the process started, in the system's own terms; null when it does not run (a zombie does not run). */
export function processStart(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      return linuxStart(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    } catch {
      return null;
    }
  }
  try {
    const [state, ...started] = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { timeout: 5_000 })
      .toString()
      .trim()
      .split(/\s+/);
    return state === undefined || state.startsWith('Z') ? null : started.join(' ');
  } catch {
    return null;
  }
}

/** The program's name stands in brackets and may hold blanks and brackets: fields are counted after the last one. */
export function linuxStart(stat: string): string | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
}

export function isRunning(identity: ProcessIdentity): boolean {
  const started = processStart(identity.pid);
  return started !== null && started === identity.started;
}

/** Numbers of the living processes that work in the folder; null where the system does not tell (it does on Linux). */
export function processesIn(folder: string): number[] | null {
  if (process.platform !== 'linux') return null;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && workingFolder(name) === folder)
    .map(Number);
}

/** null for a process that is gone, a zombie, or another account's. */
function workingFolder(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}
