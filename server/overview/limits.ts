/** Limits of the overview, which operators set. */
import type { Config } from '../../platform/config.ts';

export type OverviewLimits = Pick<Config, 'overviewBackupDays' | 'overviewFreePercent' | 'overviewLagSeconds'>;

export function overviewLimits({
  overviewBackupDays,
  overviewFreePercent,
  overviewLagSeconds,
}: OverviewLimits): OverviewLimits {
  return { overviewBackupDays, overviewFreePercent, overviewLagSeconds };
}
