import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * About how many seconds the longest files take: with several files at once none of these may begin last, when nothing is left
 * to run beside it. A file that is not here takes less. Only their order counts.
 */
export const LONG_FILES: Readonly<Record<string, number>> = {
  'test/integration/faults/stores.test.ts': 60,
  'test/integration/indexer/rebuild/rebuild-control.test.ts': 90,
  'test/integration/cli/tasks.test.ts': 65,
  'test/integration/scraper/leases/leases.test.ts': 40,
  'test/integration/scraper/media/kills.test.ts': 38,
  'test/integration/indexer/rebuild/rebuild.test.ts': 37,
  'test/simulation/sync.test.ts': 36,
  'test/integration/moderation/rebuild.test.ts': 33,
  'test/integration/indexer/process.test.ts': 32,
  'test/integration/indexer/purge-segments/purge-segments.test.ts': 31,
  'test/integration/server/search/export.test.ts': 29,
  'test/integration/indexer/live/failing-stores.test.ts': 28,
};

/** The files named above first, the longest of them before the others; then the rest as ever. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => secondsOf(other) - secondsOf(one));
  }
}

function secondsOf({ moduleId }: TestSpecification): number {
  const path = Object.keys(LONG_FILES).find((file) => moduleId.endsWith(`/${file}`));
  return path === undefined ? 0 : (LONG_FILES[path] ?? 0);
}
