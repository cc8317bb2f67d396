import type { Pool } from 'pg';
import type { ArchiveWatch } from '../visibility/postgres-probe.ts';
import type { BoardDirectory } from '../boards/directory.ts';
import type { IdentityDirectory } from '../identities/directory.ts';
import type { CursorCodec } from './execute/cursor.ts';
import type { Records } from './hydrate/records.ts';
import type { ThreadMemory } from './plan/thread-set-cache.ts';
import type { Engine } from './execute/fetch-hits.ts';

/** What every kind of search works with. */
export interface SearchHouse extends Engine {
  readonly pool: Pool;
  readonly archive: ArchiveWatch;
  /** Where posts and what is concealed come from; `withRecords` chooses. */
  readonly records: Records;
  readonly boards: BoardDirectory;
  readonly identities: IdentityDirectory;
  readonly cursors: CursorCodec;
  readonly threads: ThreadMemory;
  /** A condition on opening posts that holds for more threads than these is asked of each that is met. */
  readonly listedThreads: number;
  readonly clock: () => Date;
}
