/**
 * The log of removals: purges, bans and deleted files, in an append-only file outside the database. After a restore of an older backup,
 * these removals are repeated (docs/BACKUP.md). The log contains numbers and hashes, but not content or names of staff.
 */
import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigError, UnavailableError } from './errors.ts';

/** The rest of a purged post: enough to prevent it from being stored again. */
export interface RemovedPost {
  readonly num: number;
  readonly subnum: number;
  readonly thread: number;
  readonly opener: boolean;
  readonly time_posted: string;
}

export type Removal =
  | {
      readonly action: 'purge';
      readonly at: string;
      readonly board: string;
      readonly posts: readonly RemovedPost[];
      /** Threads that were purged as a whole: new posts in them are not stored. */
      readonly threads: readonly number[];
    }
  /** `hash` is an MD5 or a SHA-256 in hexadecimal. */
  | { readonly action: 'ban' | 'unban'; readonly at: string; readonly hash: string }
  | FileDeletion;

/** A stored file that was deleted without a ban. A later post may add it again. */
export interface FileDeletion {
  readonly action: 'delete_file';
  /** The time of the entry: at or before the one in the audit log. */
  readonly at: string;
  readonly board: string;
  readonly num: number;
  readonly subnum: number;
  /** The place of an additional file of the post; absent for the first file. */
  readonly place?: number;
  /** The post as the audit log names it. */
  readonly post: string;
  /** SHA-256 of the file and its thumbnail, and the MD5 that the post states, in hexadecimal. */
  readonly hashes: readonly string[];
}

export class RemovalLog {
  readonly path: string;

  constructor(dataDir: string) {
    this.path = join(dataDir, 'removals.ndjson');
  }

  /**
   * Called before the transaction commits, so that the log never lacks a removal. A removal whose commit fails stays in the log, and
   * the next restore carries it out. @throws UnavailableError when the entry is not on the disk.
   */
  async append(...removals: readonly Removal[]): Promise<void> {
    if (removals.length === 0) return;
    try {
      await mkdir(dirname(this.path), { recursive: true });
      const file = await open(this.path, 'a', 0o600);
      try {
        // In one write, so that entries of several processes do not mix. The first line break ends a partial line of a killed process.
        await file.write(`\n${removals.map((removal) => JSON.stringify(removal)).join('\n')}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
    } catch (cause) {
      throw new UnavailableError('disk', `the log of removals cannot be written: ${this.path}. Nothing was removed.`, {
        cause,
      });
    }
  }

  /** In the order in which they were logged; none when there is no file. A line that was cut off by a kill is left out. */
  async read(): Promise<readonly Removal[]> {
    let text: string;
    try {
      text = await readFile(this.path, 'utf8');
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw new ConfigError(`the log of removals cannot be read: ${this.path}`, { cause });
    }
    return text.split('\n').flatMap((line) => parse(line) ?? []);
  }
}

function parse(line: string): Removal | null {
  if (line === '') return null;
  try {
    return JSON.parse(line) as Removal;
  } catch {
    return null;
  }
}

/** Hashes of the files that are banned in the end. */
export function bannedIn(removals: readonly Removal[]): ReadonlySet<string> {
  const banned = new Set<string>();
  for (const removal of removals) {
    if (removal.action === 'ban') banned.add(removal.hash);
    else if (removal.action === 'unban') banned.delete(removal.hash);
  }
  return banned;
}

export function fileDeletionsIn(removals: readonly Removal[]): readonly FileDeletion[] {
  return removals.filter((removal) => removal.action === 'delete_file');
}
