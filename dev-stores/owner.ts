/** Ensures that one process at a time owns a data folder: two servers on the same files would destroy them. */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreUrls } from '../platform/config.ts';
import type { Layout } from './layout.ts';
import { PrerequisiteError } from './problems.ts';
import { isRunning, processStart, type ProcessIdentity } from './process-identity.ts';

export interface Ownership {
  /** Records the addresses of the stores, for a second start in the same process. */
  announce(urls: Partial<StoreUrls>): void;
  release(): void;
}

interface OwnerRecord extends ProcessIdentity {
  readonly urls: Partial<StoreUrls> | null;
}

export type Claim =
  | { readonly kind: 'owned'; readonly ownership: Ownership }
  | { readonly kind: 'shared'; readonly urls: Partial<StoreUrls> };

/**
 * Claims the data folder. `shared` means that this process owns it already and its stores are running.
 * @throws PrerequisiteError when another running process owns it.
 */
export function claimFolder(places: Layout): Claim {
  mkdirSync(places.run, { recursive: true });
  const file = join(places.run, 'owner.json');
  const mine = { pid: process.pid, started: processStart(process.pid) ?? '' };
  for (let attempt = 0; attempt < 20; attempt++) {
    if (create(file, { ...mine, urls: null })) {
      return {
        kind: 'owned',
        ownership: {
          announce: (urls) => replace(file, { ...mine, urls }),
          release: () => rmSync(file, { force: true }),
        },
      };
    }
    const owner = read(file);
    if (owner !== null && isRunning(owner)) {
      if (owner.pid === process.pid && owner.urls !== null) return { kind: 'shared', urls: owner.urls };
      throw new PrerequisiteError(
        `Process ${owner.pid} already uses ${places.data}: stop it first (Ctrl-C, or \`kill ${owner.pid}\`), or set SAGASU_DATA and the ports to other values.`,
      );
    }
    removeStale(file, owner);
  }
  throw new PrerequisiteError(`${file} changes all the time: find out which processes start in ${places.data}.`);
}

/** Creates the record by linking a complete file, so that no other process reads half a record. */
function create(file: string, record: OwnerRecord): boolean {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(record), { mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function replace(file: string, record: OwnerRecord): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(record), { mode: 0o600 });
  renameSync(draft, file);
}

function read(file: string): OwnerRecord | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as OwnerRecord;
  } catch {
    return null;
  }
}

/** Two starts may find the same dead owner, so the file is checked again after it was moved, and put back if its owner runs. */
function removeStale(file: string, stale: OwnerRecord | null): void {
  const aside = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const moved = read(aside);
  if (moved !== null && (moved.pid !== stale?.pid || moved.started !== stale.started)) create(file, moved);
  rmSync(aside, { force: true });
}
