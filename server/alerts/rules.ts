/**
 * The alerts that servers send themselves, by lines of the overview. Names, severities, waiting times and advice are those of
 * deploy/alerts.yml, and the limits are the defaults of the settings SAGASU_OVERVIEW_*: a test compares them.
 */
import type { OverviewLine } from '../../mappings/contract/overview.ts';

export interface AlertRule {
  readonly name: string;
  readonly severity: 'critical' | 'warning';
  /** The condition must hold for this time before the alert fires. */
  readonly waitMinutes: number;
  /** The time begins when the line says so, not when a server notices it. */
  readonly isSinceKnown?: true;
  /** The part of the overview with the lines; `*` for parts that cannot be read. */
  readonly part: string;
  readonly holds: (line: OverviewLine) => boolean;
  /** While this store is away the part lacks the lines. */
  readonly needs?: 'Elasticsearch' | 'Redis';
  readonly meaning: string;
  readonly action: string;
}

const kind =
  (...kinds: readonly string[]) =>
  (line: OverviewLine): boolean =>
    kinds.includes(line.kind);

export const ALERT_RULES: readonly AlertRule[] = [
  {
    name: 'SagasuStoreDown',
    severity: 'critical',
    waitMinutes: 1,
    part: 'stores',
    holds: kind('stores.down'),
    meaning:
      'Without PostgreSQL pages are shown from caches only, without Elasticsearch there are no searches, and without Redis nothing new is harvested or indexed.',
    action: 'Start it again. /readyz has the reason and the time; sagasu doctor names the fault.',
  },
  {
    name: 'SagasuProcessDown',
    severity: 'critical',
    waitMinutes: 1,
    part: 'processes',
    holds: kind('processes.gone'),
    needs: 'Redis',
    meaning:
      'The process has ended without closing, or its machine is out of reach. Another process of its kind takes over its work if there is one.',
    action: 'Read the log of the process: journalctl -u "sagasu-*".',
  },
  {
    name: 'SagasuElasticsearchRed',
    severity: 'critical',
    waitMinutes: 1,
    part: 'stores',
    holds: ({ kind: of, state }) => of === 'stores.shards' && state === 'error',
    needs: 'Elasticsearch',
    meaning: 'Elasticsearch has lost shards: searches lack posts. PostgreSQL has all posts.',
    action: 'Start the missing nodes. Indexers fill an index again that no node has.',
  },
  {
    name: 'SagasuIndexWritesBlocked',
    severity: 'critical',
    waitMinutes: 5,
    part: 'index',
    holds: kind('index.blocked'),
    needs: 'Elasticsearch',
    meaning: 'New posts are archived, but cannot be found until it accepts them again.',
    action: 'disk_full: free space on the disks of Elasticsearch. write_block: remove the setting of the index.',
  },
  {
    name: 'SagasuIndexLate',
    severity: 'warning',
    waitMinutes: 5,
    part: 'index',
    holds: kind('index.late'),
    meaning: 'New posts are archived, but cannot be found yet.',
    action: 'Read the log of the indexers; sagasu status shows what blocks them.',
  },
  {
    name: 'SagasuIndexDrift',
    severity: 'warning',
    waitMinutes: 0,
    part: 'index',
    holds: kind('index.drift'),
    meaning: 'Searches show posts that have changed, or lack some.',
    action: 'Run sagasu verify. If they differ again, run sagasu reindex for the board.',
  },
  {
    name: 'SagasuSourceFailing',
    severity: 'warning',
    waitMinutes: 10,
    isSinceKnown: true,
    part: 'sources',
    holds: kind('sources.failing', 'sources.files-failing'),
    meaning: 'New posts or files of these boards are not archived.',
    action: '/admin shows the reason. Posts or files that the source deletes meanwhile are lost.',
  },
  {
    name: 'SagasuTaskFailed',
    severity: 'warning',
    waitMinutes: 0,
    part: 'tasks',
    holds: kind('tasks.failed', 'tasks.failed-archive'),
    meaning: 'The work was not done, and nothing repeats it.',
    action: 'Run sagasu tasks; a later success of the same kind clears the alert.',
  },
  {
    name: 'SagasuDiskLow',
    severity: 'critical',
    waitMinutes: 5,
    part: 'disks',
    holds: kind('disks.low'),
    meaning: 'On a full disk nothing is archived or indexed any more.',
    action: 'Free space or enlarge the disk, before Elasticsearch refuses writes.',
  },
  {
    name: 'SagasuBackupOld',
    severity: 'warning',
    waitMinutes: 0,
    part: 'backup',
    holds: ({ kind: of, state }) => of === 'backup.last' && state === 'warning',
    meaning: 'A lost disk or a mistake would lose everything since then.',
    action: 'Check the timer of sagasu backup.',
  },
  {
    name: 'SagasuBackupMissing',
    severity: 'warning',
    waitMinutes: 60,
    part: 'backup',
    holds: kind('backup.none'),
    meaning: 'A lost disk or a mistake would lose everything.',
    action: 'Run sagasu backup, and repeat it by a timer.',
  },
  {
    name: 'SagasuOverviewUnread',
    severity: 'warning',
    waitMinutes: 5,
    part: '*',
    holds: () => true,
    meaning: 'Alerts about this part cannot fire.',
    action: 'sagasu status has the reason.',
  },
];
