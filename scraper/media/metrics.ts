import { Counter, Gauge, type Registry } from 'prom-client';
import type { MediaKind } from '../../mappings/source-kind.ts';

/**
 * fetched     downloaded and stored
 * linked      already stored; no request was made
 * banned      banned by an admin
 * mismatched  size or hash differ from the post's
 * gone, refused, failed, slow-down  as for documents
 * unwanted    excluded by the board's settings, or the post no longer has the file
 */
export type MediaOutcome =
  | 'fetched'
  | 'linked'
  | 'banned'
  | 'mismatched'
  | 'gone'
  | 'refused'
  | 'failed'
  | 'slow-down'
  | 'unwanted';

export interface MediaMetrics {
  readonly onOutcome: (board: string, kind: MediaKind, outcome: MediaOutcome) => void;
  readonly onBytes: (board: string, bytes: number) => void;
  /** A file could not be stored for lack of room. */
  readonly onDiskFull: () => void;
  readonly onThumbnail: (outcome: 'drawn' | 'failed') => void;
  readonly onRemoved: () => void;
  /** null: they could not be counted. */
  readonly onWanted: (counts: ReadonlyMap<string, number> | null) => void;
}

const WANTED_STATES = ['wanted', 'gone', 'refused', 'banned'] as const;

export function createMediaMetrics(registry: Registry): MediaMetrics {
  const registers = [registry];
  const files = new Counter({
    name: 'sagasu_media_files_total',
    help: 'Files, thumbnails and replays by outcome: fetched, linked, banned, mismatched, gone, refused, failed, slow-down, unwanted.',
    labelNames: ['board', 'kind', 'outcome'] as const,
    registers,
  });
  const bytes = new Counter({
    name: 'sagasu_media_bytes_total',
    help: 'Bytes of files downloaded from sources.',
    labelNames: ['board'] as const,
    registers,
  });
  const diskFull = new Counter({
    name: 'sagasu_media_disk_full_total',
    help: 'Files that could not be stored because a disk was full; they are fetched again.',
    registers: [registry],
  });
  const pictures = new Counter({
    name: 'sagasu_media_thumbnails_total',
    help: 'Thumbnails that the archive drew, by outcome: drawn, failed.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const removed = new Counter({
    name: 'sagasu_media_removed_total',
    help: 'Files deleted from a datastore after a purge or a ban.',
    registers,
  });
  const wanted = new Gauge({
    name: 'sagasu_media_wanted',
    help: 'Files of posts that are not stored, by state: wanted, gone, refused, banned.',
    labelNames: ['state'] as const,
    registers,
  });
  return {
    onOutcome: (board, kind, outcome) => files.inc({ board, kind, outcome }),
    onBytes: (board, count) => bytes.inc({ board }, count),
    onDiskFull: () => diskFull.inc(),
    onThumbnail: (outcome) => pictures.inc({ outcome }),
    onRemoved: () => removed.inc(),
    onWanted: (counts) => {
      if (counts === null) wanted.reset();
      else for (const state of WANTED_STATES) wanted.set({ state }, counts.get(state) ?? 0);
    },
  };
}
