import type pg from 'pg';
import type { WriterQueue } from '../../../server/limits/writer-queue.ts';
import type { SearchContext } from '../../../server/search/context.ts';
import type { Horizons } from './horizon.ts';

export interface FollowContext {
  readonly pool: pg.Pool;
  readonly search: SearchContext;
  readonly horizons: Horizons;
  readonly writers: WriterQueue;
  readonly publicUrl: string | null;
}
