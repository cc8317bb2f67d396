import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { basename } from 'node:path';

/** The same as long as the files are: by their names, sizes and times, because reading them would take as long as importing them. */
export function keyOfFiles(paths: readonly string[]): string {
  const files = paths.map((path) => {
    const { size, mtimeMs } = statSync(path);
    return [basename(path), size, mtimeMs];
  });
  return `files:${createHash('sha256').update(JSON.stringify(files)).digest('hex')}`;
}
