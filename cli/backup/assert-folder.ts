import { isBucket } from '../../backup/place.ts';
import { UsageError } from '../arguments.ts';

/** @throws UsageError for the address of a bucket, which holds base backups and their files only */
export function assertFolder(written: string): void {
  if (isBucket(written))
    throw new UsageError(
      `${written} is a bucket, which takes base backups only (sagasu backup base, sagasu restore base): name a folder`,
    );
}
