/** Decisions of staff: they join, split and correct series, and undo it. The indexer applies them within seconds. */
import type pg from 'pg';
import type { Board } from '../../../mappings/board.ts';
import { NotFoundError, RefusedError } from '../../../server/shared/errors.ts';
import type { NewSeriesRule, SeriesEffect, SeriesRule } from '../contract/series.ts';
import { LISTED_RULES } from '../limits.ts';
import { applyRules } from '../store/rules.ts';
import { ADD_RULE, COUNT_MOVED, FIND_RULE, LIST_ACTIVE_RULES, LIST_MOVED, LIST_RULES, UNDO_RULE } from './sql.ts';

interface RuleRow extends Omit<SeriesRule, 'made_at' | 'undone_at'> {
  readonly made_at: Date;
  readonly undone_at: Date | null;
}

export async function listRules(client: pg.ClientBase | pg.Pool, board: Pick<Board, 'id'>): Promise<SeriesRule[]> {
  return (await client.query<RuleRow>(LIST_RULES, [board.id, LISTED_RULES])).rows.map(ruleOf);
}

type RuleValues = readonly [series: string | null, first: number | null, last: number | null, target: string | null];

/** @throws RefusedError 400 `rule_invalid` */
function valuesOf(rule: NewSeriesRule): RuleValues {
  const { series = null, first_thread: first = null, last_thread: last = null, target } = rule;
  if (series === null && (first === null || last === null)) {
    throw new RefusedError(400, 'rule_invalid', 'Name a series, or the first and the last thread.');
  }
  if (first !== null && last !== null && first > last) {
    throw new RefusedError(400, 'rule_invalid', 'The first thread comes after the last one.');
  }
  if (series !== null && series === target)
    throw new RefusedError(400, 'rule_invalid', 'The threads already belong to this series.');
  return [series?.toLowerCase() ?? null, first, last, target?.toLowerCase() ?? null];
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
  const { rows } = await client.query<RuleRow>(ADD_RULE, [board.id, ...valuesOf(rule), account]);
  return ruleOf(rows[0] as RuleRow);
}

/** The effect of a rule before it is stored. @throws RefusedError 400 `rule_invalid` */
export async function effectOfRule(
  client: pg.ClientBase,
  board: Pick<Board, 'id'>,
  rule: NewSeriesRule,
): Promise<SeriesEffect> {
  const { rows } = await client.query<SeriesEffect>(COUNT_MOVED, [board.id, ...valuesOf(rule)]);
  return rows[0] ?? { threads: 0 };
}

/** The effect of an undo. Other rules may keep a thread where it is. */
export async function effectOfUndo(client: pg.ClientBase, board: Pick<Board, 'id'>, id: number): Promise<SeriesEffect> {
  const rules = await client.query<RuleRow>(LIST_ACTIVE_RULES, [board.id]);
  const others = rules.rows
    .filter((rule) => rule.id !== id)
    .map(({ first_thread: firstThread, last_thread: lastThread, ...rule }) => ({ ...rule, firstThread, lastThread }));
  const moved = await client.query<{ thread: number; found: string | null; name: string | null }>(LIST_MOVED, [
    board.id,
  ]);
  return { threads: moved.rows.filter((row) => applyRules(others, row).name !== row.name).length };
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
