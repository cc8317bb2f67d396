/** Series and their editions for readers. */
import type pg from 'pg';
import type { Board } from '../../../mappings/board.ts';
import { prepared } from '../../../platform/postgres.ts';
import { NotFoundError } from '../../../server/shared/errors.ts';
import type {
  SeriesDetails,
  SeriesEdition,
  SeriesList,
  SeriesListQuery,
  SeriesStatistics,
  SeriesSummary,
  ThreadSeries,
} from '../contract/series.ts';
import { LISTED_EDITIONS, LISTED_SERIES } from '../limits.ts';
import {
  COUNT_LIST,
  COUNT_POSTS,
  COUNT_SPANS,
  FIND_NEIGHBOUR,
  FIND_OF_THREAD,
  FIND_SERIES,
  LIST_EDITIONS,
  listSeriesSql,
} from './sql.ts';
import { fillSpans, intervalOf } from './spans.ts';

type BoardKey = Pick<Board, 'id' | 'name'>;

interface SummaryRow extends Omit<SeriesSummary, 'first_time' | 'last_time'> {
  readonly first_time: Date;
  readonly last_time: Date;
}

interface EditionRow extends Omit<SeriesEdition, 'time_posted'> {
  readonly time_posted: Date;
}

export async function listSeries(
  pool: pg.Pool,
  board: BoardKey,
  { page = 1, filter = '', order = 'newest' }: SeriesListQuery,
): Promise<SeriesList> {
  // PostgreSQL has no texts with NUL.
  const part = filter.replaceAll('\0', '').trim().toLowerCase();
  const [counted, listed] = await Promise.all([
    pool.query<{ total: number }>(COUNT_LIST, [board.id, part]),
    pool.query<SummaryRow>(prepared(listSeriesSql(order), [board.id, part, LISTED_SERIES, (page - 1) * LISTED_SERIES])),
  ]);
  return { board: board.name, total: counted.rows[0]?.total ?? 0, series: listed.rows.map(summaryOf) };
}

/** @throws NotFoundError `series_unknown` */
export async function findSummary(pool: pg.Pool, board: BoardKey, name: string): Promise<SeriesSummary> {
  return summaryOf(await findRow(pool, board, name));
}

/** @throws NotFoundError `series_unknown` */
export async function findSeries(pool: pg.Pool, board: BoardKey, name: string, page: number): Promise<SeriesDetails> {
  const row = await findRow(pool, board, name);
  const summary = summaryOf(row);
  const [statistics, editions] = await Promise.all([
    statisticsOf(pool, board, row),
    pool.query<EditionRow>(prepared(LIST_EDITIONS, [board.id, name, LISTED_EDITIONS, (page - 1) * LISTED_EDITIONS])),
  ]);
  return { board: board.name, series: summary, statistics, editions: editions.rows.map(editionOf) };
}

async function findRow(pool: pg.Pool, board: BoardKey, name: string): Promise<SummaryRow> {
  // PostgreSQL refuses this character, and no series has it.
  const { rows } = name.includes('\0')
    ? { rows: [] }
    : await pool.query<SummaryRow>(prepared(FIND_SERIES, [board.id, name]));
  const [row] = rows;
  if (row === undefined) throw new NotFoundError('series_unknown', `There is no series ${name} on /${board.name}/.`);
  return row;
}

/** Without a series, all of it is null, also for a thread that the archive does not have. */
export async function seriesOfThread(pool: pg.Pool, board: BoardKey, thread: number): Promise<ThreadSeries> {
  const { rows } = await pool.query<SummaryRow & { time_posted: Date }>(prepared(FIND_OF_THREAD, [board.id, thread]));
  const [row] = rows;
  if (row === undefined) return noSeries(board, thread);
  const place = [board.id, row.name, row.time_posted, thread];
  const [previous, next] = await Promise.all([
    pool.query<EditionRow>(prepared(FIND_NEIGHBOUR.previous, place)),
    pool.query<EditionRow>(prepared(FIND_NEIGHBOUR.next, place)),
  ]);
  return {
    board: board.name,
    thread,
    series: summaryOf(row),
    previous: previous.rows.map(editionOf)[0] ?? null,
    next: next.rows.map(editionOf)[0] ?? null,
  };
}

export function noSeries(board: BoardKey, thread: number): ThreadSeries {
  return { board: board.name, thread, series: null, previous: null, next: null };
}

async function statisticsOf(pool: pg.Pool, board: BoardKey, row: SummaryRow): Promise<SeriesStatistics> {
  const interval = intervalOf(row.first_time, row.last_time);
  const [counts, spans] = await Promise.all([
    pool.query<Omit<SeriesStatistics, 'interval' | 'spans'>>(prepared(COUNT_POSTS, [board.id, row.name])),
    pool.query<{ start: Date; editions: number; posts: number }>(prepared(COUNT_SPANS, [board.id, row.name, interval])),
  ]);
  const { posts = 0, images = 0, median_posts = 0, median_interval_seconds = 0 } = counts.rows[0] ?? {};
  return { posts, images, median_posts, median_interval_seconds, interval, spans: fillSpans(spans.rows, interval) };
}

function summaryOf({ name, title, editions, first_time, last_time, last_thread }: SummaryRow): SeriesSummary {
  return {
    name,
    title,
    editions,
    first_time: first_time.toISOString(),
    last_time: last_time.toISOString(),
    last_thread,
  };
}

function editionOf({ num, subject, time_posted, posts, images }: EditionRow): SeriesEdition {
  return { num, subject, time_posted: time_posted.toISOString(), posts, images };
}
