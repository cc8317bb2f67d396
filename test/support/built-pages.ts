/** Builds the pages once before all files that open them: two at once would build into one folder. */
import { buildWebIfStale } from '../../cli/start/web-build.ts';

export async function setup(): Promise<void> {
  await buildWebIfStale((line) => process.stderr.write(`${line}\n`));
}
