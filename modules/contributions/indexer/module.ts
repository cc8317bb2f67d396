import type { IndexerModule } from '../../../indexer/module.ts';
import { grantChanges } from './auto-granter.ts';
import { DumpService } from './dump-service.ts';
import { finishChanges } from './finish-changes.ts';

const DUMPS_MS = 300_000;
const CHANGES_MS = 15_000;

const now = () => new Date();

/** The granter is separate from the service: it checks again the changes that the service requested a day ago. */
export const contributions: IndexerModule = {
  name: 'contributions',
  periodicWork({ logger }, { pool }) {
    const service = new DumpService({ pool, now, logger });
    return [
      { name: 'service of contributed dumps', everyMs: DUMPS_MS, run: async () => void (await service.run()) },
      {
        name: 'granting what dumps ask for',
        everyMs: DUMPS_MS,
        run: async () => void (await grantChanges({ pool, now: now(), logger })),
      },
      {
        name: 'changes of contributed dumps',
        everyMs: CHANGES_MS,
        run: async () => void (await finishChanges({ pool, now })),
      },
    ];
  },
};
