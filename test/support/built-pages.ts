/**
 * Builds the pages once before the test files that open them, because two concurrent builds would write to the same
 * folder.
 */
import { buildWebIfStale } from '../../cli/start/web-build.ts';

export async function setup(): Promise<void> {
  await buildWebIfStale((line) => process.stderr.write(`${line}\n`));
}
