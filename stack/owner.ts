/** One process at a time owns a data folder: two servers over the same files would ruin them. */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreUrls } from '../platform/config.ts';
import type { Layout } from './layout.ts';
import { PrerequisiteError } from './problems.ts';
import { isRunning, processStart, type ProcessIdentity } from './process-identity.ts';

export interface Ownership {
  /** Tells what runs here, for a second start in the same process. */
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
 * Takes the data folder; `shared` when this very process has it already and its stores answer.
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
        `Process ${owner.pid} already runs its stores in ${places.data}: stop it first (Ctrl-C there, or \`kill ${owner.pid}\`), or set SAGASU_DATA and the ports to others.`,
      );
    }
    removeStale(file, owner);
  }
  throw new PrerequisiteError(
    `${file} is taken and given up again and again: see which processes start in ${places.data}.`,
  );
}

/** A link to a whole file either comes to be or fails: nobody reads half a record. */
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

/** Two starts may find the same dead owner: what was moved away is looked at again, and a living one is put back. */
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
