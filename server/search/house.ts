import type { Pool } from 'pg';
import type { BoardDirectory } from '../boards/directory.ts';
import type { CursorCodec } from './cursor.ts';
import type { Engine } from './skeleton.ts';

/** What every kind of search works with. */
export interface SearchHouse extends Engine {
  readonly pool: Pool;
  readonly boards: BoardDirectory;
  readonly cursors: CursorCodec;
  readonly clock: () => Date;
}
