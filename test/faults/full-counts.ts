import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Test files that `npm run faults` repeats with full counts: those that use `countOf` or `IS_FULL`, and all of test/long. */
export function filesWithFullCounts(root = '.'): readonly string[] {
  return globSync('{test,modules/*/test}/**/*.test.ts', { cwd: root })
    .filter(
      (file) => file.startsWith('test/long/') || /\b(countOf\(|IS_FULL\b)/.test(readFileSync(join(root, file), 'utf8')),
    )
    .toSorted();
}
