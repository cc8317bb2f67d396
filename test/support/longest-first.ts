import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Approximate seconds of the slowest test files. They start first, so that none of them is still running alone at the
 * end. Files that are not listed take less time. Only the order matters.
 */
export const LONG_FILES: Readonly<Record<string, number>> = {
  'test/integration/cli/import-tasks.test.ts': 166,
  'test/integration/moderation/canary.test.ts': 130,
  'test/e2e/accessibility.test.ts': 84,
  'test/integration/indexer/live/failing-stores.test.ts': 72,
  'test/integration/indexer/rebuild/rebuild.test.ts': 64,
  'test/integration/indexer/index-set/repair-indices.test.ts': 62,
  'test/integration/server/search/export.test.ts': 59,
  'test/integration/copies/backup.test.ts': 52,
  'test/integration/indexer/verify/without-documents.test.ts': 48,
  'test/e2e/rendered-pages.test.ts': 40,
  'test/integration/cli/tasks.test.ts': 40,
  'test/integration/scraper/leases/leases.test.ts': 39,
  'test/integration/indexer/restore-guard/epoch.test.ts': 38,
  'test/integration/faults/stores.test.ts': 38,
  'test/integration/server/admin/session.test.ts': 36,
  'test/integration/indexer/rebuild/rebuild-control.test.ts': 36,
  'test/integration/indexer/process.test.ts': 35,
  'test/integration/moderation/rebuild.test.ts': 32,
  'test/integration/indexer/purge-segments/purge-segments.test.ts': 32,
  'test/integration/server/admin/totp.test.ts': 31,
  'test/e2e/as-you-type.test.ts': 28,
  'test/integration/server/search/injection.test.ts': 27,
  'test/integration/indexer/verify/damage.test.ts': 26,
  'modules/ghosts/test/e2e/ghosts.test.ts': 25,
  'test/e2e/first-load.test.ts': 25,
  'test/e2e/long-thread.test.ts': 25,
  'test/integration/server/search/elasticsearch/index-coverage.test.ts': 23,
  'test/integration/cli/import.test.ts': 23,
  'test/integration/indexer/verify/window-threads.test.ts': 22,
  'test/integration/indexer/live/live-path.test.ts': 22,
  'test/e2e/admin.test.ts': 22,
  'test/integration/indexer/verify/live.test.ts': 22,
  'test/e2e/journey.test.ts': 21,
  'test/contract/schemathesis.test.ts': 21,
  'modules/cable/test/integration/hostile.test.ts': 21,
  'test/integration/import/asagi-live.test.ts': 20,
  'modules/cable/test/integration/kills.test.ts': 20,
  'test/e2e/search-page.test.ts': 20,
  'test/simulation/sync.test.ts': 19,
  'test/e2e/post-numbers.test.ts': 17,
  'test/integration/faults/indexer-kill.test.ts': 17,
  'test/integration/faults/archive-away.test.ts': 17,
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
