import type { Redis } from 'ioredis';
import type pg from 'pg';
import { MAPPING_VERSION } from '../../../mappings/elasticsearch/post-index.ts';
import type { Elasticsearch } from '../../../platform/elasticsearch.ts';
import { COUNTED_POSTS } from '../../boards/load.ts';
import { cachedLoader } from '../../cache/cached-loader.ts';
import type { AdminBoard, AdminBoardList, BoardHarvest, BoardIndex, Task } from '../../../mappings/contract/admin.ts';
import { unfinishedTasks } from '../tasks/tasks.ts';
import { readHarvestStatus } from './harvests.ts';
import { readIndexSizes, type IndexSize } from './index-sizes.ts';
import * as sql from './sql.ts';

export interface BoardStatusOptions {
  readonly pool: pg.Pool;
  readonly redis: Redis | null;
  readonly queuePrefix: string;
  readonly elasticsearch: Elasticsearch;
  readonly indexPrefix: string;
  readonly clock: () => Date;
}

/** Counting reads rows; everything else is cheap enough for every question. */
const COUNTS_FRESH_MS = 5_000;

/** How all boards stand right now. The same few statements however many boards there are. */
export function createBoardStatus(options: BoardStatusOptions) {
  const { pool, elasticsearch, indexPrefix, clock } = options;
  const counts = cachedLoader(async () => countSmall(pool), clock);
  return async (): Promise<AdminBoardList> => {
    const [standing, counted, indices, tasks, epochs, sizes] = await Promise.all([
      pool.query<sql.BoardStatusRow>(sql.READ_BOARD_STATUS),
      counts(COUNTS_FRESH_MS),
      pool.query<sql.IndexRow>(sql.READ_INDICES),
      unfinishedTasks(pool),
      pool.query<{ epoch: string }>(sql.READ_EPOCH),
      readIndexSizes(elasticsearch, indexPrefix),
    ]);
    const harvests = await readHarvestStatus(
      options,
      standing.rows.map(({ name }) => name),
    );
    const boards = standing.rows.map((row) =>
      presentBoard(row, {
        posts: counted.get(row.id) ?? Math.round(row.posts),
        indices: indices.rows.filter((index) => index.board_id === row.id).map((index) => presentIndex(index, sizes)),
        tasks: tasks.filter((task) => task.board === row.name),
        harvest: harvests.get(row.name) ?? null,
      }),
    );
    return { boards, epoch: Number(epochs.rows[0]?.epoch), mapping_version: MAPPING_VERSION };
  };
}

/** Exact numbers of posts, by board, where that takes milliseconds. */
async function countSmall(pool: pg.Pool): Promise<ReadonlyMap<number, number>> {
  const { rows: standing } = await pool.query<sql.BoardStatusRow>(sql.READ_BOARD_STATUS);
  const small = standing.filter((row) => row.posts <= COUNTED_POSTS).map((row) => row.id);
  const { rows } = await pool.query<sql.RowCountRow>(sql.COUNT_ROWS, [small]);
  const found = new Map(rows.map((row) => [row.id, row.posts]));
  return new Map(small.map((id) => [id, found.get(id) ?? 0]));
}

function presentIndex(row: sql.IndexRow, sizes: ReadonlyMap<string, IndexSize>): BoardIndex {
  const size = sizes.get(row.name);
  return {
    name: row.name,
    slice: Number(row.slice),
    state: row.state,
    state_since: row.state_since.toISOString(),
    mapping_version: row.mapping_version,
    documents: size?.documents ?? null,
    bytes: size?.bytes ?? null,
  };
}

interface BoardParts {
  readonly posts: number;
  readonly indices: BoardIndex[];
  readonly tasks: Task[];
  readonly harvest: BoardHarvest | null;
}

function presentBoard(row: sql.BoardStatusRow, { posts, indices, tasks, harvest }: BoardParts): AdminBoard {
  const live = indices.filter((index) => index.state === 'live');
  return {
    name: row.name,
    title: row.title,
    posts,
    documents: sum(live.map((index) => index.documents)),
    dirty_threads: row.dirty_threads,
    lag_seconds: Math.max(0, row.lag_seconds),
    quarantined: row.quarantined,
    drift: row.drift === null ? null : Number(row.drift),
    verified_at: row.verified_at?.toISOString() ?? null,
    last_scrape: row.last_scrape?.toISOString() ?? null,
    harvest,
    outdated: live.some((index) => index.mapping_version !== MAPPING_VERSION),
    rollback: indices.some((index) => index.state === 'standby'),
    indices,
    tasks,
  };
}

/** null as soon as one is not known: half a number would look like a loss. */
function sum(numbers: readonly (number | null)[]): number | null {
  return numbers.reduce<number | null>((total, each) => (total === null || each === null ? null : total + each), 0);
}
