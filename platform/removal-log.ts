/**
 * The log of removals: purges, bans and deleted files, outside the database: in a file, or in the bucket that machines share
 * (open-removal-log.ts). After a restore of an older backup, these removals are repeated (docs/operations/back-up.md). The log contains numbers and hashes, but not content or names of staff.
 */
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/** Where the lines of the log lie. */
export interface RemovalLines {
  /** A path or an address, for messages. */
  readonly path: string;
  /** Returns when the lines are safe. */
  append(lines: string): Promise<void>;
  /** In the order in which they were added; empty when there are none. */
  read(): Promise<string>;
}

export class RemovalLog {
  readonly #lines: RemovalLines;

  /** @param lines The data folder of the file, or another place. */
  constructor(lines: string | RemovalLines) {
    this.#lines = typeof lines === 'string' ? createRemovalFile(lines) : lines;
  }

  get path(): string {
    return this.#lines.path;
  }

  /**
   * Called before the transaction commits, so that the log never lacks a removal. A removal whose commit fails stays in the log, and
   * the next restore carries it out. @throws UnavailableError when the entry is not safe.
   */
  async append(...removals: readonly Removal[]): Promise<void> {
    if (removals.length === 0) return;
    try {
      await this.#lines.append(removals.map((removal) => `${JSON.stringify(removal)}\n`).join(''));
    } catch (cause) {
      throw new UnavailableError('disk', `the log of removals cannot be written: ${this.path}. Nothing was removed.`, {
        cause,
      });
    }
  }

  /** In the order in which they were logged; none when there is no log. A line that was cut off by a kill is left out. */
  async read(): Promise<readonly Removal[]> {
    let text: string;
    try {
      text = await this.#lines.read();
    } catch (cause) {
      throw new ConfigError(`the log of removals cannot be read: ${this.path}`, { cause });
    }
    return text.split('\n').flatMap((line) => parse(line) ?? []);
  }
}

export const REMOVAL_FILE = 'removals.ndjson';

function createRemovalFile(dataDir: string): RemovalLines {
  const path = join(dataDir, REMOVAL_FILE);
  return {
    path,
    async append(lines) {
      await mkdir(dataDir, { recursive: true });
      const file = await open(path, 'a', 0o600);
      try {
        // In one write, so that entries of several processes do not mix. The first line break ends a partial line of a killed process.
        await file.write(`\n${lines}`);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    read: async () => readIfThere(path),
  };
}

/** Empty when there is no such file. @throws errors of the disk */
export async function readIfThere(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
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
