/** PostgreSQL begins a new timeline with each recovery. A base backup of a timeline that ended before it does not lead to the new one. */
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import type { Decrypter } from 'age-encryption';
import { positionOf, timelineOfHistory, type BaseManifest } from '../../mappings/base-backup.ts';
import { decrypted } from '../age.ts';
import type { BackupPlace } from '../place.ts';
import { readWal, type StoredWal } from './wal-folder.ts';

export interface Timeline {
  readonly number: number;
  /** The ends of the timelines before it, by their numbers. */
  readonly ends: ReadonlyMap<number, bigint>;
}

/** Returns whether a recovery along the timeline can begin with the base backup. Pure. */
export function leadsTo({ timeline, end }: Pick<BaseManifest, 'timeline' | 'end'>, to: Timeline): boolean {
  if (timeline === to.number) return true;
  const last = to.ends.get(timeline);
  return last !== undefined && positionOf(end) <= last;
}

/** Reads a history of PostgreSQL. A line has the number of an earlier timeline, its end and a reason. Pure. */
export function parseHistory(content: string): Timeline['ends'] {
  const lines = content.matchAll(/^\s*(\d+)\s+([0-9A-F]{1,8}\/[0-9A-F]{1,8})/gim);
  return new Map([...lines].map(([, number, position = '']) => [Number(number), positionOf(position)]));
}

/**
 * Reads the history of a timeline of a cluster, or of the newest one.
 * @throws BackupError if the key does not open the history
 */
export async function readTimeline(
  place: BackupPlace,
  system: string,
  wanted: number | 'latest',
  decrypter: Decrypter,
): Promise<Timeline> {
  const histories = new Map<number, StoredWal>();
  for (const stored of await readWal(place, system)) {
    const timeline = timelineOfHistory(stored.name);
    if (timeline !== null) histories.set(timeline, stored);
  }
  const number = wanted === 'latest' ? Math.max(1, ...histories.keys()) : wanted;
  const stored = histories.get(number);
  const opened = stored === undefined ? null : await place.open(stored.key);
  if (stored === undefined || opened === null) return { number, ends: new Map() };
  const source = await decrypted(decrypter, opened, `${place.name}/${stored.key}`);
  const content = await pipeline(source, createZstdDecompress(), async (chunks) => text(chunks));
  return { number, ends: parseHistory(content) };
}
