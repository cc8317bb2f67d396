/** The stores that lookups of modules use. Apart from lookup.ts, which files below this folder import. */
import type { Pool } from 'pg';
import type { BoardDirectory } from '../../boards/directory.ts';
import type { ElasticsearchContext } from '../elasticsearch/send-search.ts';

export interface LookupStores extends ElasticsearchContext {
  readonly pool: Pool;
  readonly boards: BoardDirectory;
  readonly threadGroups: readonly ThreadGroups[];
}

/** Threads that belong together, such as the editions of a general. Threads are named by `thread_id` of the index: `board.num`. */
export interface ThreadGroups {
  /** The group of each of these threads, by thread. Threads without a group are absent. */
  groupsOf(threads: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The newest threads of a group. */
  threadsOf(group: string, limit: number): Promise<readonly string[]>;
}
