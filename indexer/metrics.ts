import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { WRITE_BLOCK_REASONS, type WriteBlock } from '../platform/write-blocks.ts';
import type { Backlog, BoardBacklog } from './live/backlog.ts';
import type { RepairAction } from './index-set/repair-indices.ts';
import type { OutcomeCounts } from './live/ports.ts';

export interface IndexerMetrics {
  readonly onCounts: (counts: OutcomeCounts) => void;
  readonly onBulk: (seconds: number) => void;
  /** Adds differences that a verification has confirmed. */
  readonly onDrift: (differences: number) => void;
  readonly onRepair: (action: RepairAction) => void;
  /** Sets the write blocks that Elasticsearch has now; null: they could not be read. */
  readonly onBlocks: (blocks: readonly WriteBlock[] | null) => void;
}

/** Calls `backlog` at every scrape. While it fails, the gauges have no value. */
export function createIndexerMetrics(registry: Registry, backlog: () => Promise<Backlog>): IndexerMetrics {
  const registers = [registry];
  const documents = new Counter({
    name: 'sagasu_indexer_documents_total',
    help: 'Writes of one document into one index, by outcome: stored, stale (the index had this version or a newer one), busy (retried), blocked (retried; a full disk or a setting forbids writes), refused (quarantined), no_index.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const bulk = new Histogram({
    name: 'sagasu_indexer_bulk_seconds',
    help: 'Duration of a bulk request.',
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
    registers,
  });
  let reading: Promise<Backlog | null> | undefined;
  // prom-client collects every gauge separately, at the same time: they share one read.
  const readOnce = async () => {
    reading ??= backlog()
      .catch(() => null)
      .finally(() => (reading = undefined));
    return reading;
  };
  const gauge = (name: string, help: string, valueOf: (now: Backlog) => number) => {
    const created: Gauge = new Gauge({
      name,
      help,
      registers,
      async collect() {
        const now = await readOnce();
        if (now === null) created.remove({});
        else created.set(valueOf(now));
      },
    });
  };
  // One series per board. Resetting drops the series of boards that no longer exist.
  const boardGauge = (name: string, help: string, valueOf: (now: BoardBacklog) => number | null) => {
    const created: Gauge<'board'> = new Gauge({
      name,
      help,
      labelNames: ['board'],
      registers,
      async collect() {
        const now = await readOnce();
        created.reset();
        for (const board of now?.boards ?? []) {
          const value = valueOf(board);
          if (value !== null) created.set({ board: board.board }, value);
        }
      },
    });
  };
  boardGauge(
    'sagasu_dirty_threads',
    'Dirty threads: threads with posts that Elasticsearch may not have yet.',
    ({ dirty }) => dirty,
  );
  boardGauge(
    'sagasu_index_lag_seconds',
    "Age of the board's oldest dirty thread, 0 without one; threads that a rebuild is copying do not count. It grows while anything on the way from the posts to the index is stuck.",
    ({ lagSeconds }) => lagSeconds,
  );
  boardGauge(
    'sagasu_drift_documents',
    'Documents that differed from their rows at the end of the last verification. The only good value is 0.',
    ({ drift }) => drift,
  );
  boardGauge(
    'sagasu_verified_age_seconds',
    'Time since the last verification, or since the board was added if there was none.',
    ({ verifiedAgeSeconds }) => verifiedAgeSeconds,
  );
  gauge(
    'sagasu_dirty_oldest_seconds',
    'Age of the oldest dirty thread of all boards, 0 without one; threads that a rebuild is copying do not count.',
    (now) => now.oldestSeconds,
  );
  gauge(
    'sagasu_quarantined_documents',
    'Documents that Elasticsearch refuses whatever is retried.',
    (now) => now.quarantined,
  );
  const drift = new Counter({
    name: 'sagasu_drift_found_total',
    help: 'Differences that verifications in this process have confirmed, repaired or not.',
    registers,
  });
  const repairs = new Counter({
    name: 'sagasu_index_repairs_total',
    help: 'Indices that could not be searched and were repaired, by action: opened (it was closed), restored (it was missing), replaced (no node had its documents any more), aliased (it had lost its aliases).',
    labelNames: ['action'] as const,
    registers,
  });
  const blocked = new Gauge({
    name: 'sagasu_index_writes_blocked',
    help: '1 while Elasticsearch refuses writes, by reason: disk_full (its disk is full), write_block (a setting forbids writes).',
    labelNames: ['reason'] as const,
    registers,
  });
  return {
    onBlocks(blocks) {
      if (blocks === null) {
        blocked.reset();
        return;
      }
      for (const reason of WRITE_BLOCK_REASONS) {
        blocked.set({ reason }, blocks.some((block) => block.reason === reason) ? 1 : 0);
      }
    },
    onRepair: (action) => repairs.inc({ action }),
    onCounts(counts) {
      for (const [outcome, count] of Object.entries(counts)) if (count > 0) documents.inc({ outcome }, count);
    },
    onBulk: (seconds) => bulk.observe(seconds),
    onDrift: (differences) => drift.inc(differences),
  };
}
