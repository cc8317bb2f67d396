/** The parts of the overview of the core, in their order. Parts of modules follow. */
import type { OverviewPart } from './part.ts';
import { indexPart } from './parts/search-index.ts';
import { queuesPart } from './parts/queues.ts';
import { sourcesPart } from './parts/sources.ts';
import { disksPart, storesPart } from './parts/stores.ts';
import { backupPart, tasksPart } from './parts/tasks.ts';

export const CORE_PARTS: readonly OverviewPart[] = [
  queuesPart,
  sourcesPart,
  tasksPart,
  indexPart,
  storesPart,
  disksPart,
  backupPart,
];
