import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Test files that `npm run faults` repeats with full counts: those that use `countOf` or `IS_FULL`, and all of test/long. */
export function filesWithFullCounts(root = '.'): readonly string[] {
  const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.test.ts'),
  );
  return files
    .map((file) => join('test', file))
    .filter(
      (file) => file.startsWith('test/long/') || /\b(countOf\(|IS_FULL\b)/.test(readFileSync(join(root, file), 'utf8')),
    )
    .toSorted();
}
