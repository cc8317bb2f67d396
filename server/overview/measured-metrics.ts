/** Gauges whose values the parts of the overview measure while they read their lines. */

export const MEASURED_GAUGES = [
  {
    name: 'sagasu_store_up',
    help: '1 if the store (PostgreSQL, Elasticsearch, Redis) answers, else 0.',
    labels: ['store'],
  },
  {
    name: 'sagasu_elasticsearch_status',
    help: '1 for the status of the cluster (green, yellow, red), 0 for the others.',
    labels: ['status'],
  },
  { name: 'sagasu_elasticsearch_nodes', help: 'Nodes of the Elasticsearch cluster.', labels: [] },
  {
    name: 'sagasu_elasticsearch_unassigned_shards',
    help: 'Shards that no node of Elasticsearch has.',
    labels: [],
  },
  { name: 'sagasu_redis_used_memory_bytes', help: 'Memory that the data of Redis occupies.', labels: [] },
  { name: 'sagasu_redis_max_memory_bytes', help: 'Limit of the memory of Redis; absent without a limit.', labels: [] },
  {
    name: 'sagasu_redis_persistence_failed',
    help: '1 if Redis could not write its data to its disk the last time, else 0.',
    labels: [],
  },
  {
    name: 'sagasu_jobs',
    help: 'Jobs of the queues index, rebuild and media in Redis, by state: waiting, active, delayed.',
    labels: ['queue', 'state'],
  },
  {
    name: 'sagasu_disk_free_bytes',
    help: 'Free space on a disk, named by the folders and stores on it.',
    labels: ['disk'],
  },
  { name: 'sagasu_disk_size_bytes', help: 'Size of a disk, named by the folders and stores on it.', labels: ['disk'] },
  { name: 'sagasu_backup_age_seconds', help: 'Time since the last backup ended; absent without one.', labels: [] },
  {
    name: 'sagasu_tasks',
    help: 'Tasks by status: enqueued, processing, and failed without a later one of their kind that succeeded.',
    labels: ['status'],
  },
  {
    name: 'sagasu_index_outdated_boards',
    help: 'Boards with indices of an older mapping version, which need a rebuild.',
    labels: [],
  },
  {
    name: 'sagasu_source_failing_seconds',
    help: 'Time since the first of the requests in a row that failed at this source, or host of files, of the board; 0 while they succeed.',
    labels: ['board', 'source'],
  },
] as const;

export type GaugeName = (typeof MEASURED_GAUGES)[number]['name'];

export interface Measure {
  readonly gauge: GaugeName;
  readonly value: number;
  readonly labels: Readonly<Record<string, string>>;
}
