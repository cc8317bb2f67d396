/** Keeps the last answers of sources in PostgreSQL, where they survive restarts and changes of the scraper that polls a board. */
import type pg from 'pg';
import type { Board } from '../../mappings/board.ts';
import { forumBase } from '../../mappings/kick.ts';
import { fileHostAddress, MAX_SOURCE_ANSWERS, type SourceAnswer } from '../../mappings/source-answers.ts';
import type { Logger } from '../../platform/logger.ts';

/** Index: source_answers_pkey. $1 board, $2 forum or host of files, $3 time of a failure or null, $4 answer. */
const NOTE_ANSWER = `
insert into source_answers as s (board_id, base_url, failing_since, answers)
values ($1, $2, $3, jsonb_build_array($4::jsonb))
on conflict (board_id, base_url) do update set
  failing_since = case when excluded.failing_since is not null then coalesce(s.failing_since, excluded.failing_since) end,
  answers = (
    select jsonb_agg(kept.answer order by kept.place)
      from jsonb_array_elements(excluded.answers || s.answers) with ordinality kept (answer, place)
     where kept.place <= ${MAX_SOURCE_ANSWERS})
returning old.failing_since is null and new.failing_since is not null as "hasFailed",
  old.failing_since is not null and new.failing_since is null as "hasRecovered"`;

/** An answer like the last written one is written this often. */
const REPEATED_EVERY_MS = 60_000;

export interface AnswerLog {
  /** Notes an answer to a request of a list. `board` has its URL and source name at the source that answered. Each failure is written. */
  note(board: Board, answer: SourceAnswer): Promise<void>;
  /** Notes an answer of the host of the board's files. Files are many, so a repeated failure is written once in a minute, too. */
  noteFile(board: Board, answer: SourceAnswer): Promise<void>;
}

interface Written {
  readonly at: number;
  readonly isGood: boolean;
}

/** Logs when a source begins to fail, and when it answers again. A host of files may change between both with every file, so it is not logged. */
export function createAnswerLog(pool: pg.Pool, logger: Pick<Logger, 'info' | 'warn'>): AnswerLog {
  /** The last written answers of this process, by board and address. */
  const written = new Map<string, Written>();

  async function write(board: Board, address: string, answer: SourceAnswer, repeats: 'good' | 'all'): Promise<void> {
    const key = `${board.id} ${address}`;
    const isGood = answer.outcome === 'ok';
    const at = Date.parse(answer.at);
    const last = written.get(key);
    const isRepeated = last?.isGood === isGood && at - last.at < REPEATED_EVERY_MS;
    if (isRepeated && (isGood || repeats === 'all')) return;
    // Set before the write, so that requests that fail at the same time write one answer.
    written.set(key, { at, isGood });
    try {
      const { rows } = await pool.query<{ hasFailed: boolean; hasRecovered: boolean }>(NOTE_ANSWER, [
        board.id,
        address,
        isGood ? null : answer.at,
        JSON.stringify(answer),
      ]);
      if (repeats === 'all') return;
      const facts = { board: board.name, url: address };
      const { outcome, detail } = answer;
      if (rows[0]?.hasFailed === true) logger.warn({ ...facts, outcome, detail }, 'a source fails');
      if (rows[0]?.hasRecovered === true) logger.info(facts, 'a source answers again');
    } catch (error) {
      written.delete(key);
      throw error;
    }
  }

  return {
    note: async (board, answer) => write(board, forumBase(board), answer, 'good'),
    noteFile: async (board, answer) => write(board, fileHostAddress(board), answer, 'all'),
  };
}
