/** Tests that did not run. Only tests of captured boards may be skipped, because captures are not part of the repository. */
import { readFileSync } from 'node:fs';

export interface FileReport {
  /** Path of the file. */
  readonly name: string;
  readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
}

const CAPTURED = /SAGASU_CAPTURES|asagi-fixtures/;

/** One line per test that was skipped although it needs no captures. */
export function wronglySkipped(
  files: readonly FileReport[],
  read: (path: string) => string = (path) => readFileSync(path, 'utf8'),
): readonly string[] {
  return files.flatMap(({ name, assertionResults }) => {
    const skipped = assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed');
    if (skipped.length === 0 || CAPTURED.test(read(name))) return [];
    return skipped.map(({ fullName }) => `${name}: ${fullName}`);
  });
}
