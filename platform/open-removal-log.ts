import { RemovalLog, type RemovalLines } from './removal-log.ts';
import type { SharedFilesConfig } from './shared-files/shared-files.ts';

/** The log of removals in the data folder, or in the bucket that all machines share. */
export function openRemovalLog({ sharedFiles: address, ...config }: SharedFilesConfig): RemovalLog {
  if (address === null) return new RemovalLog(config.dataDir);
  // Imported on demand: the AWS client is large, and most archives have no bucket.
  let opened: Promise<Omit<RemovalLines, 'path'>> | null = null;
  const lines = async () =>
    (opened ??= import('./bucket-removals.ts').then(({ createBucketRemovals }) =>
      createBucketRemovals(address, config),
    ));
  return new RemovalLog({
    path: `${address.replace(/\/$/, '')}/removals`,
    append: async (text) => (await lines()).append(text),
    read: async () => (await lines()).read(),
  });
}
