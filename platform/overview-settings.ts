/** Settings of the overview of staff: the limits beyond which it warns. */
import { setting } from './setting.ts';
import { integer } from './setting-values.ts';

export const overview = {
  overviewBackupDays: setting(
    'SAGASU_OVERVIEW_BACKUP_DAYS',
    integer(),
    '7',
    'The overview of staff and `sagasu status` warn if the last backup is older, in days.',
  ),
  overviewFreePercent: setting(
    'SAGASU_OVERVIEW_FREE',
    integer(100),
    '10',
    'They warn if less of a disk is free, in percent. Less than half of it is an error.',
  ),
  overviewLagSeconds: setting(
    'SAGASU_OVERVIEW_LAG',
    integer(),
    '60',
    'They warn if posts wait longer for the search index, in seconds. Ten times as long is an error.',
  ),
};
