import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, which start first, so that none of them is still running alone at the end. */
const LONG_FILES: readonly string[] = [
  'test/integration/moderation/canary.test.ts',
  'test/e2e/accessibility.test.ts',
  'test/integration/indexer/live/failing-stores.test.ts',
  'test/integration/indexer/rebuild/rebuild.test.ts',
  'test/integration/indexer/index-set/repair-indices.test.ts',
  'test/integration/indexer/verify/without-documents.test.ts',
  'test/integration/backup/tampered-backup.test.ts',
  'test/e2e/rendered-pages.test.ts',
  'test/e2e/inside-window.test.ts',
  'test/e2e/long-thread.test.ts',
  'test/e2e/scripted-writes.test.ts',
  'test/e2e/board-settings.test.ts',
  'test/integration/scraper/leases/leases.test.ts',
  'test/integration/indexer/restore-guard/epoch.test.ts',
  'test/integration/faults/stores.test.ts',
  'test/integration/indexer/rebuild/rebuild-control.test.ts',
  'test/integration/indexer/process.test.ts',
  'test/integration/server/search/export.test.ts',
  'test/integration/indexer/purge-segments/purge-segments.test.ts',
  'modules/imports/test/integration/import-tasks.test.ts',
];

/** The listed files in their order, then the rest in the default order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONG_FILES.findIndex((file) => moduleId.endsWith(`/${file}`));
  return place === -1 ? LONG_FILES.length : place;
}
