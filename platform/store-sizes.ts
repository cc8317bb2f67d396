/** Memory and connections of the stores that `npm start` starts, by the memory of the machine. */
import { totalmem } from 'node:os';

export interface StoreSizes {
  /** Heap of each Elasticsearch node in MiB. */
  readonly elasticsearchHeapMb: number;
  readonly postgresSharedBuffersMb: number;
  readonly postgresConnections: number;
}

/** Elasticsearch starts with less, but rejects rebuilds. */
const LEAST_HEAP_MB = 256;
const COMMON_HEAP_MB = 1024;
/** Above it the JVM cannot compress pointers. */
const MOST_HEAP_MB = 30 * 1024;
const LEAST_BUFFERS_MB = 64;
const MOST_BUFFERS_MB = 8 * 1024;
/** Two servers, one indexer, one scraper, and commands. */
const LEAST_CONNECTIONS = 100;
const MOST_CONNECTIONS = 400;
const MB_PER_CONNECTION = 20;

/** The memory of the machine in MiB, or of the cgroup if that has less. */
export function memoryMb(): number {
  const limit = process.constrainedMemory();
  const total = totalmem();
  return Math.floor((limit > 0 ? Math.min(limit, total) : total) / 1024 ** 2);
}

/**
 * The rest of the memory is for our processes and for the cache of the operating system, from which searches are read. A small machine
 * gives a fifth to the heaps, and a large one a sixteenth: beyond 1 GiB a heap is filled only by hundreds of shards.
 */
export function sizesFor(memory: number, nodes = 1): StoreSizes {
  const heaps = Math.max(Math.min(memory / 5, COMMON_HEAP_MB * nodes), memory / 16);
  return {
    elasticsearchHeapMb: between(LEAST_HEAP_MB, heaps / nodes, MOST_HEAP_MB),
    postgresSharedBuffersMb: between(LEAST_BUFFERS_MB, memory / 16, MOST_BUFFERS_MB),
    postgresConnections: between(LEAST_CONNECTIONS, memory / MB_PER_CONNECTION, MOST_CONNECTIONS),
  };
}

function between(least: number, value: number, most: number): number {
  return Math.floor(Math.min(Math.max(value, least), most));
}
