import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { BatchCounts } from './live/index-batch.ts';
import type { Backlog, BoardStanding } from './live/postgres-sync-store.ts';

export interface IndexerMetrics {
  readonly onCounts: (counts: BatchCounts) => void;
  readonly onBulk: (seconds: number) => void;
  /** A verification has confirmed so many differences. */
  readonly onDrift: (differences: number) => void;
}

/** `backlog` is asked at every scrape; while it fails the gauges keep what they had. */
export function createIndexerMetrics(registry: Registry, backlog: () => Promise<Backlog>): IndexerMetrics {
  const registers = [registry];
  const documents = new Counter({
    name: 'sagasu_indexer_documents_total',
    help: 'Writes of one document into one index, by outcome: stored, stale (a newer version was there), busy (tried again), refused (quarantined), no_index.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const bulk = new Histogram({
    name: 'sagasu_indexer_bulk_seconds',
    help: 'Time of one bulk request.',
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
    registers,
  });
  let asked: Promise<Backlog | null> | undefined;
  // Every gauge is collected by itself, all at once: one question serves them.
  const ask = async () => {
    asked ??= backlog()
      .catch(() => null)
      .finally(() => (asked = undefined));
    return asked;
  };
  const gauge = (name: string, help: string, valueOf: (now: Backlog) => number) => {
    const made: Gauge = new Gauge({
      name,
      help,
      registers,
      async collect() {
        const now = await ask();
        if (now !== null) made.set(valueOf(now));
      },
    });
  };
  // One series a board and gauge: as many as there are boards, and none of a board that is gone.
  const boardGauge = (name: string, help: string, valueOf: (now: BoardStanding) => number | null) => {
    const made: Gauge<'board'> = new Gauge({
      name,
      help,
      labelNames: ['board'],
      registers,
      async collect() {
        const now = await ask();
        if (now === null) return;
        made.reset();
        for (const standing of now.boards) {
          const value = valueOf(standing);
          if (value !== null) made.set({ board: standing.board }, value);
        }
      },
    });
  };
  boardGauge('sagasu_dirty_threads', 'Threads with posts that Elasticsearch may not have yet.', ({ dirty }) => dirty);
  boardGauge(
    'sagasu_index_lag_seconds',
    "Age of the board's oldest mark, 0 without one; it grows when anything between the posts and the index stands still.",
    ({ lagSeconds }) => lagSeconds,
  );
  boardGauge(
    'sagasu_drift_documents',
    'Documents that were not what their rows say when the last verification had ended. Its one good value is 0.',
    ({ drift }) => drift,
  );
  boardGauge(
    'sagasu_verified_age_seconds',
    'Time since the last verification, or since the board was added when there was none.',
    ({ verifiedAgeSeconds }) => verifiedAgeSeconds,
  );
  gauge('sagasu_dirty_oldest_seconds', 'Age of the oldest mark of all boards.', (now) => now.oldestSeconds);
  gauge('sagasu_quarantined_documents', 'Documents that Elasticsearch refuses for good.', (now) => now.quarantined);
  const drift = new Counter({
    name: 'sagasu_drift_found_total',
    help: 'Differences that verifications of this process have confirmed, mended or not.',
    registers,
  });
  return {
    onCounts(counts) {
      for (const [outcome, count] of Object.entries(counts)) if (count > 0) documents.inc({ outcome }, count);
    },
    onBulk: (seconds) => bulk.observe(seconds),
    onDrift: (differences) => drift.inc(differences),
  };
}
