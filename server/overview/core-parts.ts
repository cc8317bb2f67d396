/** The parts of the overview, in their order. */
import type { OverviewPart } from './part.ts';
import { alertsPart } from './parts/alerts.ts';
import { indexPart } from './parts/search-index.ts';
import { processesPart } from './parts/processes.ts';
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
  processesPart,
  disksPart,
  backupPart,
  alertsPart,
];

/** Queues first, then the other parts of the core, then those of modules. */
export function overviewParts(
  modules: readonly { readonly overview?: readonly OverviewPart[] }[],
): readonly OverviewPart[] {
  const parts = [...CORE_PARTS, ...modules.flatMap(({ overview = [] }) => overview)];
  return [...parts.filter(({ isQueue }) => isQueue), ...parts.filter(({ isQueue }) => isQueue !== true)];
}
