/** The stores from which commands read the overview of staff. */
import type { Config } from '../platform/config.ts';
import { overviewLimits } from '../server/overview/limits.ts';
import type { OverviewStores } from '../server/overview/part.ts';

/** Nothing listens there: without an address of Redis it is shown as unreachable. */
export const NO_REDIS = 'redis://127.0.0.1:1';

export function overviewStores(
  config: Config,
  clients: Pick<OverviewStores, 'pool' | 'elasticsearch' | 'redis'>,
): OverviewStores {
  const { indexPrefix, queuePrefix, dataDir, mediaDir } = config;
  const folders = { SAGASU_DATA: dataDir, SAGASU_MEDIA: mediaDir };
  return { ...clients, indexPrefix, queuePrefix, folders, limits: overviewLimits(config), clock: () => new Date() };
}
