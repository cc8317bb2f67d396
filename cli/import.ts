/** `sagasu import`: posts of other archives. Modules add the forms that they read. */
import { setFlagsFromString } from 'node:v8';
import { Command } from 'commander';
import { importArchiveCommand } from './export/import-archive.ts';

export function importCommand(): Command {
  return new Command('import')
    .description('Take in the posts of another archive')
    .hook('preAction', keepHeapSmall)
    .addCommand(importArchiveCommand());
}

/**
 * Rows are only passed through, and most of the heap is garbage: without this limit V8 would let it grow to several times the live size.
 * Costs no measurable time, and saves 200 MB.
 */
function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=60');
}
