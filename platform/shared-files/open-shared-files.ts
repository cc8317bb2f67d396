import { createFolderFiles } from './folder-files.ts';
import type { SharedFiles, SharedFilesConfig } from './shared-files.ts';

/** @throws ConfigError when the settings for the bucket are missing or wrong. */
export async function openSharedFiles(config: SharedFilesConfig): Promise<SharedFiles> {
  if (config.sharedFiles === null) return createFolderFiles(config.dataDir);
  // Imported on demand: the AWS client is large, and most archives have no bucket.
  const { createBucketFiles } = await import('./bucket-files.ts');
  return createBucketFiles(config.sharedFiles, config);
}
