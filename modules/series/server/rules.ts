/** Decisions of staff: they join, split and correct series, and undo it. The indexer applies them within seconds. */
import type pg from 'pg';
import type { Board } from '../../../mappings/board.ts';
import { NotFoundError, RefusedError } from '../../../server/shared/errors.ts';
import type { NewSeriesRule, SeriesRule } from '../contract/series.ts';
import { LISTED_RULES } from '../limits.ts';
import { ADD_RULE, FIND_RULE, LIST_RULES, UNDO_RULE } from './sql.ts';

interface RuleRow extends Omit<SeriesRule, 'made_at' | 'undone_at'> {
  readonly made_at: Date;
  readonly undone_at: Date | null;
}

export async function listRules(client: pg.ClientBase | pg.Pool, board: Pick<Board, 'id'>): Promise<SeriesRule[]> {
  return (await client.query<RuleRow>(LIST_RULES, [board.id, LISTED_RULES])).rows.map(ruleOf);
}

/** In a transaction of a moderator of the board. @throws RefusedError 400 `rule_invalid` */
export async function addRule(
  client: pg.ClientBase,
  {
    board,
    rule,
    account,
  }: { readonly board: Pick<Board, 'id'>; readonly rule: NewSeriesRule; readonly account: string },
): Promise<SeriesRule> {
  const { series = null, first_thread: first = null, last_thread: last = null, target } = rule;
  if (series === null && (first === null || last === null)) {
    throw new RefusedError(400, 'rule_invalid', 'Name a series, or the first and the last thread.');
  }
  if (first !== null && last !== null && first > last) {
    throw new RefusedError(400, 'rule_invalid', 'The first thread comes after the last one.');
  }
  if (series !== null && series === target)
    throw new RefusedError(400, 'rule_invalid', 'The threads already belong to this series.');
  const { rows } = await client.query<RuleRow>(ADD_RULE, [
    board.id,
    series?.toLowerCase() ?? null,
    first,
    last,
    target?.toLowerCase() ?? null,
    account,
  ]);
  return ruleOf(rows[0] as RuleRow);
}

/** In a transaction of a moderator of the board. @throws NotFoundError `rule_unknown`, RefusedError 409 `rule_undone` */
export async function undoRule(
  client: pg.ClientBase,
  { board, id, account }: { readonly board: Pick<Board, 'id'>; readonly id: number; readonly account: string },
): Promise<SeriesRule> {
  const { rows } = await client.query<RuleRow>(UNDO_RULE, [board.id, id, account]);
  const [row] = rows;
  if (row !== undefined) return ruleOf(row);
  if ((await client.query(FIND_RULE, [board.id, id])).rowCount === 0) {
    throw new NotFoundError('rule_unknown', `There is no rule ${id} on this board.`);
  }
  throw new RefusedError(409, 'rule_undone', 'The rule is already undone.');
}

function ruleOf(row: RuleRow): SeriesRule {
  return { ...row, made_at: row.made_at.toISOString(), undone_at: row.undone_at?.toISOString() ?? null };
}
