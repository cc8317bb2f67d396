import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Approximate seconds of the slowest test files. They start first, so that none of them is still running alone at the
 * end. Files that are not listed take less time. Only the order matters.
 */
export const LONG_FILES: Readonly<Record<string, number>> = {
  'test/integration/indexer/rebuild/rebuild.test.ts': 126,
  'test/e2e/accessibility.test.ts': 119,
  'test/integration/server/search/export.test.ts': 110,
  'test/integration/indexer/live/failing-stores.test.ts': 80,
  'test/integration/indexer/purge-segments/purge-segments.test.ts': 71,
  'test/integration/indexer/verify/live.test.ts': 67,
  'test/integration/faults/stores.test.ts': 67,
  'test/integration/indexer/index-set/repair-indices.test.ts': 52,
  'test/integration/cli/tasks.test.ts': 52,
  'test/e2e/as-you-type.test.ts': 49,
  'test/integration/copies/backup.test.ts': 48,
  'test/integration/scraper/leases/leases.test.ts': 43,
  'test/integration/server/admin/session.test.ts': 39,
  'test/e2e/search-page.test.ts': 38,
  'test/integration/indexer/process.test.ts': 38,
  'test/integration/indexer/rebuild/rebuild-control.test.ts': 37,
  'test/simulation/sync.test.ts': 37,
  'test/integration/indexer/restore-guard/epoch.test.ts': 36,
  'test/integration/moderation/rebuild.test.ts': 35,
  'test/integration/moderation/canary.test.ts': 34,
  'test/e2e/long-thread.test.ts': 33,
  'test/e2e/admin.test.ts': 32,
  'test/e2e/code-and-formulas.test.ts': 29,
  'test/integration/stack/stack.test.ts': 28,
  'test/e2e/post-numbers.test.ts': 28,
  'test/integration/indexer/verify/damage.test.ts': 27,
  'test/e2e/first-load.test.ts': 27,
  'test/integration/server/search/elasticsearch/index-coverage.test.ts': 25,
  'test/integration/indexer/verify/verify.test.ts': 25,
  'test/e2e/journey.test.ts': 25,
  'test/e2e/scripted-posts.test.ts': 24,
  'test/integration/server/search/injection.test.ts': 21,
  'test/e2e/statistics.test.ts': 21,
  'test/e2e/bans.test.ts': 20,
  'test/integration/faults/archive-away.test.ts': 20,
  'test/e2e/reports.test.ts': 20,
  'test/integration/indexer/verify/window-threads.test.ts': 19,
  'test/integration/cli/import-tasks.test.ts': 18,
  'test/contract/schemathesis.test.ts': 18,
  'test/integration/server/admin/totp.test.ts': 18,
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
