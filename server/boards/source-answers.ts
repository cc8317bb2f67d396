/** The last answers of the sources of boards and of the hosts of their files, as scrapers stored them. */
import type pg from 'pg';
import type { BoardSource } from '../../mappings/contract/board-source.ts';
import type { FailingSource } from '../../mappings/contract/health.ts';
import type { ServedBySource, SourceAnswer } from '../../mappings/source-answers.ts';

/**
 * Sources `h` from which boards are harvested now, with their answers `s`: no closed forums, and no former addresses. A host of files counts
 * while a file is wanted from it: nothing else requests it, so that an old failure would stay for ever. Reads all of boards, backfills,
 * forums and source_answers, which are small. Index: wanted_media_board_due.
 */
const FROM_SOURCES = `
  from (
    select board_id, base_url, serves, bool_or(is_own) as is_own
      from (
        select id as board_id, url || '/' || coalesce(source_name, name) as base_url, 'lists' as serves, true as is_own from boards
        union all
        select board_id, url || '/' || source_name, 'lists', false from backfills
        union all
        select id, media_url || '/', 'files', true from boards) addresses
     group by board_id, base_url, serves) h
  join source_answers s on s.board_id = h.board_id and s.base_url = h.base_url
  join boards b on b.id = h.board_id
 where not exists (
       select from forums f where f.board_id = h.board_id and f.base_url = h.base_url and f.closed_at is not null)
   and (h.serves = 'lists' or exists (
       select from wanted_media w where w.board_id = h.board_id and w.state = 'wanted'))`;

const READ_SOURCES = `
  select b.name as board, h.base_url, h.serves, h.is_own, s.failing_since, s.answers ${FROM_SOURCES}
   order by b.name, h.is_own desc, h.serves desc, h.base_url`;

/** The failing sources of boards on which the account of the transaction has a role. */
export const FAILING_SOURCES = `${FROM_SOURCES} and s.failing_since is not null and b.id = any ((select staffed_boards())::int[])`;

/** The failing sources of all boards. */
const ALL_FAILING = `
  select b.name as board, h.serves, min(s.failing_since) as failing_since ${FROM_SOURCES} and s.failing_since is not null
   group by b.name, h.serves order by b.name, h.serves`;

interface SourceRow {
  readonly board: string;
  readonly base_url: string;
  readonly serves: ServedBySource;
  readonly is_own: boolean;
  readonly failing_since: Date | null;
  readonly answers: readonly SourceAnswer[];
}

/** By board name; the board's own source comes first, then the host of its files. */
export async function readSources(pool: pg.Pool | pg.PoolClient): Promise<ReadonlyMap<string, BoardSource[]>> {
  const { rows } = await pool.query<SourceRow>(READ_SOURCES);
  return new Map(
    [...Map.groupBy(rows, ({ board }) => board)].map(([board, ofBoard]) => [board, ofBoard.map(presentSource)]),
  );
}

/** One entry for each board and kind of source. */
export async function readFailingSources(pool: pg.Pool): Promise<FailingSource[]> {
  const { rows } = await pool.query<Pick<SourceRow, 'board' | 'serves'> & { readonly failing_since: Date }>(
    ALL_FAILING,
  );
  return rows.map(({ board, serves, failing_since: since }) => ({ board, serves, since: since.toISOString() }));
}

function presentSource({
  base_url: address,
  serves,
  is_own: own,
  failing_since: since,
  answers,
}: SourceRow): BoardSource {
  return {
    address,
    serves,
    own,
    failing_since: since?.toISOString() ?? null,
    answers: answers.map(({ at, outcome, detail }) => ({ at, outcome, detail })),
  };
}
