import { Counter, Gauge, type Registry } from 'prom-client';
import type { MediaKind } from '../../mappings/sources.ts';

/**
 * fetched     came from the source
 * linked      is here already: nothing was asked
 * banned      is not to be stored
 * mismatched  was not what the post says
 * gone, refused, failed, slow-down  as for documents
 * unwanted    by the board's settings
 */
export type MediaFate =
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
  readonly onFate: (board: string, kind: MediaKind, fate: MediaFate) => void;
  readonly onBytes: (board: string, bytes: number) => void;
  readonly onPicture: (outcome: 'drawn' | 'failed') => void;
  readonly onRemoved: () => void;
  readonly onWanted: (counts: ReadonlyMap<string, number>) => void;
}

const WANTED_STATES = ['wanted', 'gone', 'refused', 'banned'] as const;

export function createMediaMetrics(registry: Registry): MediaMetrics {
  const registers = [registry];
  const files = new Counter({
    name: 'sagasu_media_files_total',
    help: 'Files, thumbnails and replays by what became of them: fetched, linked, banned, mismatched, gone, refused, failed, slow-down, unwanted.',
    labelNames: ['board', 'kind', 'fate'] as const,
    registers,
  });
  const bytes = new Counter({
    name: 'sagasu_media_bytes_total',
    help: 'Bytes of files that came from sources.',
    labelNames: ['board'] as const,
    registers,
  });
  const pictures = new Counter({
    name: 'sagasu_media_thumbnails_total',
    help: 'Own thumbnails, by outcome: drawn, failed.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const removed = new Counter({
    name: 'sagasu_media_removed_total',
    help: 'Files taken out of a store after a purge or a ban.',
    registers,
  });
  const wanted = new Gauge({
    name: 'sagasu_media_wanted',
    help: 'Files of posts that are not here, by state: wanted, gone, refused, banned.',
    labelNames: ['state'] as const,
    registers,
  });
  return {
    onFate: (board, kind, fate) => files.inc({ board, kind, fate }),
    onBytes: (board, count) => bytes.inc({ board }, count),
    onPicture: (outcome) => pictures.inc({ outcome }),
    onRemoved: () => removed.inc(),
    onWanted: (counts) => {
      for (const state of WANTED_STATES) wanted.set({ state }, counts.get(state) ?? 0);
    },
  };
}
