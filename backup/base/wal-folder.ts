/** The archived segments of the write-ahead log. */
import { basename } from 'node:path';
import {
  isSegment,
  lastSegmentOf,
  parseStoredName,
  segmentAfter,
  segmentOf,
  WAL_FOLDER,
  type BaseManifest,
} from '../../mappings/base-backup.ts';
import type { BackupPlace, StoredCopy } from '../place.ts';

export interface StoredWal extends StoredCopy {
  readonly name: string;
  /** The beginning of the SHA-256 of the content. */
  readonly digest: string;
}

const walFolder = (system: string): string => `${WAL_FOLDER}/${system}`;

/** Segments of one gigabyte of the log, or of 4 GB with larger segments, share a folder. */
export const groupOf = (system: string, name: string): string => `${walFolder(system)}/${name.slice(0, 16)}`;

async function readFolder(place: BackupPlace, folder: string): Promise<readonly StoredWal[]> {
  return (await place.list(folder)).flatMap((stored) => {
    const parsed = parseStoredName(basename(stored.key));
    return parsed === null ? [] : [{ ...stored, ...parsed }];
  });
}

/** null if the file is not archived. */
export async function findWal(place: BackupPlace, system: string, name: string): Promise<StoredWal | null> {
  const group = await readFolder(place, groupOf(system, name));
  return group.find((stored) => stored.name === name) ?? null;
}

/** Sorted by name. */
export async function readWal(place: BackupPlace, system: string): Promise<readonly StoredWal[]> {
  const found = await readFolder(place, walFolder(system));
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
