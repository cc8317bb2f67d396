/** The status of all boards: posts, documents, indices, harvests and unfinished tasks. */
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { AdminBoard, AdminBoardList, BoardHarvest, BoardIndex, Task } from '../../../mappings/contract/admin.ts';
import { indexPattern, parseIndexName } from '../../../mappings/elasticsearch/index-names.ts';
import { MAPPING_VERSION } from '../../../mappings/elasticsearch/post-index.ts';
import type { Elasticsearch } from '../../../platform/elasticsearch.ts';
import type { BoardSource } from '../../../mappings/contract/board-source.ts';
import { readHarvestStatus } from '../../boards/harvest-status.ts';
import { readSources } from '../../boards/source-answers.ts';
import { smallestBoards } from '../../boards/load.ts';
import { asAccount } from '../as-account.ts';
import { cachedLoader } from '../../cache/cached-loader.ts';
import { unfinishedTasks } from '../tasks/tasks.ts';
import * as sql from './sql.ts';

export interface BoardStatusOptions {
  readonly pool: pg.Pool;
  readonly redis: Redis;
  readonly queuePrefix: string;
  readonly elasticsearch: Elasticsearch;
  readonly indexPrefix: string;
  readonly clock: () => Date;
}

/** Counting reads rows; the other statements are cheap enough to run for every request. */
const COUNTS_FRESH_MS = 5_000;

/**
 * The status of the boards on which the account with this secret has a role, with the tasks that it may see. Each statement runs once
 * for all boards, not once per board.
 */
export function createBoardStatus(options: BoardStatusOptions) {
  const { pool, elasticsearch, indexPrefix, clock } = options;
  const counts = cachedLoader(async () => countSmallBoards(pool), clock);
  return async (secret: string): Promise<AdminBoardList> => {
    const own = await asAccount(pool, secret, async (client) => ({
      statuses: (await client.query<sql.BoardStatusRow>(sql.READ_BOARD_STATUS)).rows,
      boards: (await client.query<{ boards: readonly number[] }>(sql.STAFFED_BOARDS)).rows[0]?.boards ?? [],
      tasks: await unfinishedTasks(client),
    }));
    const statuses = own.statuses.filter(({ id }) => own.boards.includes(id));
    const [counted, indices, epochs, sizes, sources] = await Promise.all([
      counts(COUNTS_FRESH_MS),
      pool.query<sql.IndexRow>(sql.READ_INDICES),
      pool.query<{ epoch: string }>(sql.READ_EPOCH),
      readIndexSizes(elasticsearch, indexPrefix),
      readSources(pool),
    ]);
    const harvests = await readHarvestStatus(
      options,
      statuses.map(({ name }) => name),
    );
    const boards = statuses.map((row) =>
      presentBoard(row, {
        posts: counted.get(row.id) ?? Math.round(row.posts),
        indices: indices.rows
          .filter((index) => index.board_id === row.id)
          .map((index) => presentIndex(index, row.name, sizes)),
        tasks: own.tasks.filter((task) => task.board === row.name),
        harvest: harvests.get(row.name) ?? null,
        sources: sources.get(row.name) ?? [],
      }),
    );
    return { boards, epoch: Number(epochs.rows[0]?.epoch), mapping_version: MAPPING_VERSION };
  };
}

/** Exact numbers of posts by board id, for boards small enough to be counted in milliseconds. */
async function countSmallBoards(pool: pg.Pool): Promise<ReadonlyMap<number, number>> {
  const { rows: statuses } = await pool.query<sql.BoardStatusRow>(sql.READ_BOARD_STATUS);
  const small = smallestBoards(statuses);
  const { rows } = await pool.query<sql.RowCountRow>(sql.COUNT_ROWS, [small]);
  const found = new Map(rows.map((row) => [row.id, row.posts]));
  return new Map(small.map((id) => [id, found.get(id) ?? 0]));
}

interface IndexSize {
  readonly documents: number;
  readonly bytes: number;
}

/** The page polls every few seconds. After this time without an answer it shows only the figures of PostgreSQL. */
const STATS_TIMEOUT_MS = 2_000;

/** By index name, and by index name and board for shared indices. Leaves out indices with a missing shard; empty while Elasticsearch is away. */
async function readIndexSizes(
  elasticsearch: Elasticsearch,
  indexPrefix: string,
): Promise<ReadonlyMap<string, IndexSize>> {
  const sizes = new Map<string, IndexSize>();
  const stats = await elasticsearch.indices
    .stats(
      { index: indexPattern(indexPrefix), metric: ['docs', 'store'], forbid_closed_indices: false },
      { requestTimeout: STATS_TIMEOUT_MS, maxRetries: 0 },
    )
    .catch(() => null);
  const shared: [string, IndexSize][] = [];
  for (const [name, { primaries, total }] of Object.entries(stats?.indices ?? {})) {
    const documents = primaries?.docs?.count;
    const bytes = total?.store?.size_in_bytes;
    if (documents === undefined || bytes === undefined) continue;
    sizes.set(name, { documents, bytes });
    if (parseIndexName(indexPrefix, name)?.board === null) shared.push([name, { documents, bytes }]);
  }
  if (shared.length > 0) await addPartsOfBoards(elasticsearch, shared, sizes);
  return sizes;
}

/** Adds the documents of each board in shared indices, with as large a part of the bytes. */
async function addPartsOfBoards(
  elasticsearch: Elasticsearch,
  shared: readonly [string, IndexSize][],
  sizes: Map<string, IndexSize>,
): Promise<void> {
  const size = 1_000;
  const answer = await elasticsearch
    .search(
      {
        index: shared.map(([name]) => name),
        size: 0,
        aggs: { indices: { terms: { field: '_index', size }, aggs: { boards: { terms: { field: 'board', size } } } } },
      },
      { requestTimeout: STATS_TIMEOUT_MS, maxRetries: 0 },
    )
    .catch(() => null);
  interface Bucket {
    readonly key: string;
    readonly doc_count: number;
    readonly boards: { readonly buckets: readonly Omit<Bucket, 'boards'>[] };
  }
  const found = answer?.aggregations?.['indices'] as { readonly buckets: readonly Bucket[] } | undefined;
  for (const [name, { documents, bytes }] of shared) {
    sizes.delete(name);
    const boards = found?.buckets.find(({ key }) => key === name)?.boards.buckets ?? [];
    for (const { key: board, doc_count: count } of boards) {
      sizes.set(`${name} ${board}`, { documents: count, bytes: Math.round((bytes * count) / Math.max(1, documents)) });
    }
    // A board without documents has no bucket.
    if (answer !== null) sizes.set(name, { documents: 0, bytes: 0 });
  }
}

function presentIndex(row: sql.IndexRow, board: string, sizes: ReadonlyMap<string, IndexSize>): BoardIndex {
  const size = sizes.get(`${row.name} ${board}`) ?? sizes.get(row.name);
  return {
    name: row.name,
    slice: Number(row.slice),
    state: row.state,
    state_since: row.state_since.toISOString(),
    mapping_version: row.mapping_version,
    has_documents: row.has_documents,
    documents: size?.documents ?? null,
    bytes: size?.bytes ?? null,
  };
}

interface BoardParts {
  readonly posts: number;
  readonly indices: BoardIndex[];
  readonly tasks: Task[];
  readonly harvest: BoardHarvest | null;
  readonly sources: BoardSource[];
}

function presentBoard(row: sql.BoardStatusRow, { posts, indices, tasks, harvest, sources }: BoardParts): AdminBoard {
  const live = indices.filter((index) => index.state === 'live');
  return {
    name: row.name,
    title: row.title,
    worksafe: row.worksafe,
    unlisted: row.unlisted === true,
    posts,
    documents: sum(live.map((index) => index.documents)),
    dirty_threads: row.dirty_threads,
    lag_seconds: Math.max(0, row.lag_seconds),
    quarantined: row.quarantined,
    drift: row.drift === null ? null : Number(row.drift),
    verified_at: row.verified_at?.toISOString() ?? null,
    last_scrape: row.last_scrape?.toISOString() ?? null,
    harvest,
    sources,
    outdated: live.some((index) => index.mapping_version !== MAPPING_VERSION),
    rollback: indices.some((index) => index.state === 'standby'),
    indices,
    tasks,
  };
}

/** null if any number is unknown, since a partial sum would look like lost documents. */
function sum(numbers: readonly (number | null)[]): number | null {
  return numbers.reduce<number | null>((total, each) => (total === null || each === null ? null : total + each), 0);
}
