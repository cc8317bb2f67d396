/** Identifies processes. Process numbers are reused; a number and a start time together identify one process. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

export interface ProcessIdentity {
  readonly pid: number;
  readonly started: string;
}

/** The start time in the format of the operating system; null when the process does not run. A zombie does not run. */
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

/** Field 22 of /proc/PID/stat. The program's name is in brackets and may itself contain brackets, so fields are counted after the last one. */
export function linuxStart(stat: string): string | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
}

export function isRunning(identity: ProcessIdentity): boolean {
  const started = processStart(identity.pid);
  return started !== null && started === identity.started;
}

/** Numbers of the running processes whose working directory is the folder. null on systems other than Linux. */
export function processesIn(folder: string): number[] | null {
  return runningProcesses()?.filter((pid) => linkOf(pid, 'cwd') === folder) ?? null;
}

/** The running members of a process group that work in one of the folders. null on systems other than Linux. */
export function groupIn(group: number, folders: readonly string[]): number[] | null {
  const isMember = (pid: number) => {
    const folder = linkOf(pid, 'cwd');
    return folder !== null && folders.includes(folder) && groupOf(pid) === group;
  };
  return runningProcesses()?.filter(isMember) ?? null;
}

/** The name of the program's file; null when the process has ended or belongs to another account. */
export function programOf(pid: number): string | null {
  const path = linkOf(pid, 'exe');
  return path === null ? null : basename(path.replace(/ \(deleted\)$/, ''));
}

function runningProcesses(): number[] | null {
  if (process.platform !== 'linux') return null;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** null for a process that has ended, is a zombie, or belongs to another account. */
function linkOf(pid: number, name: 'cwd' | 'exe'): string | null {
  try {
    return readlinkSync(`/proc/${pid}/${name}`);
  } catch {
    return null;
  }
}

function groupOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
  } catch {
    return null;
  }
}
