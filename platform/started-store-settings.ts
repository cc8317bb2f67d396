/** Settings of the stores that `npm start` and `npm run stack` start. */
import { setting } from './setting.ts';
import { atLeast, integer, oddInteger, port } from './setting-values.ts';

export const startedStores = {
  postgresPort: setting('SAGASU_POSTGRES_PORT', port, '5632', 'Port of the PostgreSQL that `npm start` starts.'),
  postgresSharedBuffersMb: setting(
    'SAGASU_POSTGRES_SHARED_BUFFERS_MB',
    atLeast(16),
    null,
    '`shared_buffers` of the PostgreSQL that `npm start` starts, in MiB. By default a sixteenth of the memory of the machine or its cgroup, from 64 to 8192.',
  ),
  postgresConnections: setting(
    'SAGASU_POSTGRES_CONNECTIONS',
    atLeast(50),
    null,
    '`max_connections` of the PostgreSQL that `npm start` starts. By default one for every 20 MiB of memory, from 100 to 400.',
  ),
  redisPort: setting('SAGASU_REDIS_PORT', port, '6632', 'Port of the Redis that `npm start` starts.'),
  elasticsearchPort: setting(
    'SAGASU_ELASTICSEARCH_PORT',
    port,
    '9632',
    'HTTP port of the first Elasticsearch node that `npm start` starts. Further nodes use the next ports; transport ports are 100 higher.',
  ),
  elasticsearchHeapMb: setting(
    'SAGASU_ELASTICSEARCH_HEAP_MB',
    integer(),
    null,
    'Heap of each Elasticsearch node that `npm start` starts, in MiB. By default a fifth of the memory of the machine or its cgroup, from 256 to 1024, and a sixteenth of 16 GiB or more. Further options of its JVM may stand in `ES_JAVA_OPTS`.',
  ),
  elasticsearchFreeDiskMb: setting(
    'SAGASU_ELASTICSEARCH_FREE_DISK_MB',
    atLeast(256),
    '4096',
    'Free space in MiB on the disk of an Elasticsearch node that `npm start` starts, below which it gets no replicas. Below half of it the node gets no new indices, and below a quarter all writes wait.',
  ),
  elasticsearchNodes: setting(
    'SAGASU_ELASTICSEARCH_NODES',
    oddInteger(9),
    '1',
    'Number of Elasticsearch nodes that `npm start` starts; it must be odd. Three nodes survive the loss of any one of them.',
  ),
};
