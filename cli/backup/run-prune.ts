import { prune } from '../../backup/base/prune.ts';
import type { BackupPlace } from '../../backup/place.ts';
import { formatCount } from '../tasks/format.ts';

export interface PruneOptions {
  readonly keep: number;
  readonly dryRun: boolean;
  readonly json: boolean;
}

export async function pruneAndReport(place: BackupPlace, { keep, dryRun, json }: PruneOptions): Promise<void> {
  const { removed, kept, segments, bytes } = await prune(place, { keep, dryRun });
  if (json) console.log(JSON.stringify({ removed, kept, segments, bytes, dry_run: dryRun }));
  else
    console.log(
      `${dryRun ? 'Would remove' : 'Removed'} ${removed.length} base backups and ${formatCount(segments)} files of the log, ${formatCount(bytes / 1e6)} MB. ${kept.length} base backups stay.`,
    );
}
