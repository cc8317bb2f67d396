import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Test files that `npm run faults` repeats with full counts: those that use `countOf`, and all of test/long. */
export function filesWithFullCounts(root = '.'): readonly string[] {
  const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.test.ts'),
  );
  return files
    .map((file) => join('test', file))
    .filter((file) => file.startsWith('test/long/') || /\bcountOf\(/.test(readFileSync(join(root, file), 'utf8')))
    .toSorted();
}
