/** A file system of a few bytes, for tests of a full disk. Mounting needs root. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly path: string;
  /** Fills it up to this many free bytes. */
  fillTo(bytes: number): Promise<void>;
  /** Removes the filler. */
  clear(): Promise<void>;
  unmount(): void;
}

/** @throws Error if this process cannot mount a file system */
export function mountSmallDisk(bytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'sagasu-small-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path], { stdio: 'ignore' });
  } catch (cause) {
    rmSync(path, { recursive: true });
    throw new Error('a full disk can be tested only by a process that may mount one: run the tests as root', { cause });
  }
  const filler = join(path, 'filler');
  return {
    path,
    async fillTo(free) {
      const { bavail, bsize } = await statfs(path);
      await writeFile(filler, Buffer.alloc(bavail * bsize - free));
    },
    clear: async () => rm(filler, { force: true }),
    unmount() {
      execFileSync('umount', ['-l', path]);
      rmSync(path, { recursive: true });
    },
  };
}
