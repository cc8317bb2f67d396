/** The folder of archived segments of the write-ahead log. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  isSegment,
  lastSegmentOf,
  parseStoredName,
  segmentAfter,
  segmentOf,
  WAL_FOLDER,
  type BaseManifest,
} from '../../mappings/base-backup.ts';

export interface StoredWal {
  readonly name: string;
  /** The beginning of the SHA-256 of the content. */
  readonly digest: string;
  readonly path: string;
}

export const walFolder = (folder: string, system: string): string => join(folder, WAL_FOLDER, system);

/** Segments of one gigabyte of the log, or of 4 GB with larger segments, share a folder. */
export const groupOf = (name: string): string => name.slice(0, 16);

/** Everything that is stored in one group. None if there is no such folder. */
export async function readGroup(path: string): Promise<readonly StoredWal[]> {
  const files = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return files.flatMap((file) => {
    const parsed = parseStoredName(file);
    return parsed === null ? [] : [{ ...parsed, path: join(path, file) }];
  });
}

/** null if the file is not archived. */
export async function findWal(folder: string, system: string, name: string): Promise<StoredWal | null> {
  const group = await readGroup(join(walFolder(folder, system), groupOf(name)));
  return group.find((stored) => stored.name === name) ?? null;
}

/** Sorted by name. */
export async function readWal(folder: string, system: string): Promise<readonly StoredWal[]> {
  const path = walFolder(folder, system);
  const groups = await readdir(path).catch(() => []);
  const found: StoredWal[] = [];
  for (const group of groups) found.push(...(await readGroup(join(path, group))));
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The first gap that keeps a base backup from being restored, or from being restored to a later time. */
export function findGapAfter(base: BaseManifest, stored: readonly StoredWal[]): Gap | null {
  const { timeline, start, end, segment_bytes: bytes } = base;
  return findGap(stored, segmentOf(timeline, start, bytes), lastSegmentOf(timeline, end, bytes), bytes);
}

export interface Gap {
  /** The first segment that is missing. */
  readonly missing: string;
  /** The last one before it, if any. */
  readonly before: StoredWal | null;
}

/** The first gap from `first` to `last`, or to the last archived segment of the same timeline if that is later. */
function findGap(stored: readonly StoredWal[], first: string, last: string, segmentBytes: number): Gap | null {
  const timeline = first.slice(0, 8);
  const segments = stored.filter(({ name }) => isSegment(name) && name.startsWith(timeline) && name >= first);
  let [expected, before]: [string, StoredWal | null] = [first, null];
  for (const segment of segments) {
    if (segment.name !== expected) return { missing: expected, before };
    before = segment;
    expected = segmentAfter(segment.name, segmentBytes);
  }
  return expected <= last ? { missing: expected, before } : null;
}
