/** Keeps the last answers of sources in PostgreSQL, where they survive restarts and changes of the scraper that polls a board. */
import type pg from 'pg';
import type { Board } from '../../mappings/board.ts';
import { forumBase } from '../../mappings/kick.ts';
import { MAX_SOURCE_ANSWERS, type SourceAnswer } from '../../mappings/source-answers.ts';

/** Index: source_answers_pkey. $1 board, $2 forum, $3 time of a failure or null, $4 answer. */
const NOTE_ANSWER = `
insert into source_answers as s (board_id, base_url, failing_since, answers)
values ($1, $2, $3, jsonb_build_array($4::jsonb))
on conflict (board_id, base_url) do update set
  failing_since = case when excluded.failing_since is not null then coalesce(s.failing_since, excluded.failing_since) end,
  answers = (
    select jsonb_agg(kept.answer order by kept.place)
      from jsonb_array_elements(excluded.answers || s.answers) with ordinality kept (answer, place)
     where kept.place <= ${MAX_SOURCE_ANSWERS})`;

/** Good answers are written this often. Failures are always written, and the first good answer after one. */
const SUCCESS_EVERY_MS = 60_000;

export interface AnswerLog {
  /** `board` has its URL and source name at the source that answered. */
  note(board: Board, answer: SourceAnswer): Promise<void>;
}

export function createAnswerLog(pool: pg.Pool): AnswerLog {
  /** When the last good answer was written, by board and forum; absent after a failure. */
  const written = new Map<string, number>();
  return {
    async note(board, answer) {
      const forum = forumBase(board);
      const key = `${board.id} ${forum}`;
      const isGood = answer.outcome === 'ok';
      const at = Date.parse(answer.at);
      if (isGood && at - (written.get(key) ?? -Infinity) < SUCCESS_EVERY_MS) return;
      const since = isGood ? null : answer.at;
      const values = [board.id, forum, since, JSON.stringify(answer)];
      await pool.query(NOTE_ANSWER, values);
      if (isGood) written.set(key, at);
      else written.delete(key);
    },
  };
}
