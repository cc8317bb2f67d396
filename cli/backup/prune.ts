/** `sagasu backup prune`. */
import { Command } from 'commander';
import { countOf } from './count.ts';
import type { PruneOptions } from './run-prune.ts';

export function pruneCommand(): Command {
  return new Command('prune')
    .description('Remove old base backups, and the log that only they need')
    .argument('<folder>', 'the folder of all backups, or the address of a bucket')
    .requiredOption('--keep <count>', 'how many base backups stay', countOf)
    .option('--dry-run', 'print what would be removed, and change nothing', false)
    .option('--json', 'print the report as one JSON object', false)
    .addHelpText(
      'after',
      `
Backups of sagasu backup, and files, stay.

Example:
  $ sagasu backup prune /mnt/backup --keep 4 --dry-run`,
    )
    .action(async (folder: string, options: PruneOptions) => {
      const [{ withPlace }, { pruneAndReport }] = await Promise.all([
        import('./with-place.ts'),
        import('./run-prune.ts'),
      ]);
      await withPlace(folder, async (place) => pruneAndReport(place, options));
    });
}
