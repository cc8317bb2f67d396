import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Approximate seconds of the slowest test files. They start first, so that none of them is still running alone at the
 * end. Files that are not listed take less time. Only the order matters.
 */
export const LONG_FILES: Readonly<Record<string, number>> = {
  'test/integration/indexer/rebuild/rebuild.test.ts': 129,
  'test/e2e/accessibility.test.ts': 108,
  'test/integration/indexer/purge-segments/purge-segments.test.ts': 62,
  'test/integration/faults/stores.test.ts': 60,
  'test/integration/stack/stack.test.ts': 59,
  'test/integration/cli/tasks.test.ts': 34,
  'test/integration/moderation/rebuild.test.ts': 33,
  'test/integration/scraper/leases/leases.test.ts': 32,
  'test/integration/indexer/process.test.ts': 28,
  'test/integration/indexer/rebuild/rebuild-control.test.ts': 23,
  'test/e2e/admin.test.ts': 22,
  'test/e2e/as-you-type.test.ts': 21,
  'test/integration/indexer/live/failing-stores.test.ts': 19,
  'test/e2e/search-page.test.ts': 18,
  'test/integration/indexer/verify/live.test.ts': 17,
  'test/e2e/long-thread.test.ts': 16,
  'test/e2e/journey.test.ts': 15,
  'test/integration/server/search/export.test.ts': 14,
  'test/e2e/first-load.test.ts': 13,
  'test/e2e/code-and-formulas.test.ts': 12,
  'test/simulation/sync.test.ts': 11,
  'test/integration/indexer/restore-guard/epoch.test.ts': 10,
};

/** The listed files first, the slowest before the others; then the rest in the default order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => secondsOf(other) - secondsOf(one));
  }
}

function secondsOf({ moduleId }: TestSpecification): number {
  const path = Object.keys(LONG_FILES).find((file) => moduleId.endsWith(`/${file}`));
  return path === undefined ? 0 : (LONG_FILES[path] ?? 0);
}
