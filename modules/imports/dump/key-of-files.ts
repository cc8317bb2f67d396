import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { basename } from 'node:path';

/** Identifies files by their names, sizes and times, because hashing their contents would take as long as the import. */
export function keyOfFiles(paths: readonly string[]): string {
  const files = paths.map((path) => {
    const { size, mtimeMs } = statSync(path);
    return [basename(path), size, mtimeMs];
  });
  return `files:${createHash('sha256').update(JSON.stringify(files)).digest('hex')}`;
}
