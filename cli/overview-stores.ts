/** The stores from which commands read the overview of staff. */
import type { Config } from '../platform/config.ts';
import type { OverviewStores } from '../server/overview/part.ts';

/** Nothing listens there: without an address of Redis it is shown as unreachable. */
export const NO_REDIS = 'redis://127.0.0.1:1';

export function overviewStores(
  { indexPrefix, queuePrefix, dataDir, mediaDir }: Config,
  clients: Pick<OverviewStores, 'pool' | 'elasticsearch' | 'redis'>,
): OverviewStores {
  const folders = { SAGASU_DATA: dataDir, SAGASU_MEDIA: mediaDir };
  return { ...clients, indexPrefix, queuePrefix, folders, clock: () => new Date() };
}
