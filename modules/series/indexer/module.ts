import type { IndexerModule } from '../../../indexer/module.ts';
import { recogniseQueued } from '../store/recognise.ts';

const EVERY_MS = 1_000;

export const series: IndexerModule = {
  name: 'series',
  periodicWork: (_, { pool }) => [
    { name: 'recognition of series', everyMs: EVERY_MS, run: async () => recogniseQueued(pool) },
  ],
};
