/** Removes old base backups, and the log that no base backup needs any more. */
import { MANIFEST_NAME } from '../../mappings/archive-export.ts';
import { segmentOf } from '../../mappings/base-backup.ts';
import type { BackupPlace } from '../place.ts';
import { readBaseBackups, type BaseBackup } from './read-base-backups.ts';
import { readWal } from './wal-folder.ts';

export interface Pruned {
  /** Names of base backups. */
  readonly removed: readonly string[];
  readonly kept: readonly string[];
  readonly segments: number;
  readonly bytes: number;
}

const namesOf = (list: readonly BaseBackup[]): string[] => list.map(({ name }) => name);

/**
 * Keeps the newest `keep` base backups of each cluster, and the log since the earliest position at which one of them begins: after a
 * restore to an earlier moment, a newer base backup begins before an older one. Histories of timelines are kept: they are
 * small, and say where a timeline begins. A cluster without a base backup keeps its log.
 */
export async function prune(
  place: BackupPlace,
  { keep, dryRun }: { readonly keep: number; readonly dryRun: boolean },
): Promise<Pruned> {
  const bases = await readBaseBackups(place);
  const systems = Map.groupBy(bases, ({ manifest }) => manifest.system);
  const removed: BaseBackup[] = [];
  const kept: BaseBackup[] = [];
  let [segments, bytes] = [0, 0];
  for (const [system, all] of systems) {
    const keeping = all.slice(-keep);
    const leaving = all.slice(0, -keep);
    kept.push(...keeping);
    removed.push(...leaving);
    // The timeline does not count: after a restore, the log of the old timeline is needed up to the point where the new one begins.
    const [first] = keeping
      .map(({ manifest: { timeline, start, segment_bytes: size } }) => segmentOf(timeline, start, size).slice(8))
      .toSorted();
    if (first === undefined) continue;
    // The log goes last: a killed command leaves more than is needed, never less.
    for (const { key, manifest } of leaving) {
      bytes += manifest.bytes;
      if (!dryRun) await removeBase(place, key);
    }
    for (const { name, key, size } of await readWal(place, system)) {
      if (name.endsWith('.history') || name.slice(8, 24) >= first) continue;
      segments++;
      bytes += size;
      if (!dryRun) await place.delete(key);
    }
  }
  return { removed: namesOf(removed), kept: namesOf(kept), segments, bytes };
}

/** The manifest goes first: what is left by a killed command is no base backup. */
export async function removeBase(place: BackupPlace, key: string): Promise<void> {
  await place.delete(`${key}/${MANIFEST_NAME}`);
  for (const left of await place.list(key)) await place.delete(left.key);
}
